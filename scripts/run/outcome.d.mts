type Result = { passed: number; failed: number; skipped?: number; again?: number; names?: string[]; notes?: string[] }
export function judged(result: Result): Required<Result>
export function lineOf(name: string, result: Required<Result>): string
