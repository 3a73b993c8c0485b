type Result = { passed: number; failed: number; skipped?: number; again?: number; names?: string[]; notes?: string[] }
export function judged(result: Result): Required<Result>
export function lineOf(name: string, result: Required<Result>): string
export function count(code: number, passed: number, failed: number, names: string[]): { passed: number; failed: number; names: string[] }
export function told(name: string, messages?: string[]): string[]
export function againName(name: string): string
type Spec = { title: string; file: string; tests: { status?: string; results?: { status: string; errors?: { message?: string }[] }[] }[] }
type Suite = { specs?: Spec[]; suites?: Suite[] }
export function namesIn(suite: Suite): string[]
type File = { assertionResults: { fullName: string; meta?: Record<string, string> }[] }
export function unjudged(files: File[]): string[]
