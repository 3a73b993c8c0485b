type Test = { fullName: string; status: 'passed' | 'failed' | 'skipped'; failureMessages?: string[]; meta?: Record<string, string> }
type File = { name: string; status: 'passed' | 'failed'; message: string; assertionResults: Test[] }
export type Run = { code: number; report: { testResults?: File[] }; beside: string[] }
type Outcome = { passed: number; failed: number; again: number; names: string[]; notes: string[] }
export function twice(once: (files?: string[]) => Promise<Run>, isTriedAgain: () => boolean): Promise<Outcome>
