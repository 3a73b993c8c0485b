import type { FieldProblem } from '#kernel'
import { ApiError } from '../../api/request.ts'
import type { RowData } from '../../field/view.ts'

export type Conflict = { by: string; at: string; theirs: RowData }
export type Refused =
  | { problems: FieldProblem[] }
  | { conflict: Conflict }
  | { message: string; requestId: string | null; answered: boolean }

/** What a failed save means for the form. `answered` is false when nobody knows whether the server has written. */
export const readRefusal = (error: unknown): Refused => {
  if (!(error instanceof ApiError)) return { message: String(error), requestId: null, answered: true }
  const data = (error.data ?? {}) as { problems?: FieldProblem[]; conflict?: Conflict }
  if (Array.isArray(data.problems) && data.problems.length) return { problems: data.problems }
  if (data.conflict?.theirs) return { conflict: data.conflict }
  return { message: error.msg, requestId: error.requestId, answered: error.kind === 'business' }
}
