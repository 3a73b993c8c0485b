import type { FieldProblem } from '#kernel'
import { ApiError } from '../../api/envelope.ts'
import type { RowData } from '../../field/view.ts'

export type Conflict = { by: string; at: string; theirs: RowData }
/** What stands in the way, and where it is settled. */
export type Door = { text: string; address?: string }
export type Refused =
  | { problems: FieldProblem[] }
  | { conflict: Conflict }
  | { message: string; requestId: string | null; answered: boolean; doors?: readonly Door[] }

/** Whoever is shown all doors reads none of them twice: for those who get a sentence alone it ends with the first. */
const withoutFirst = (msg: string, [first]: readonly Door[]): string =>
  first && msg.endsWith(first.text) ? msg.slice(0, -first.text.length).trimEnd() : msg

/** What a failed save means for the form. `answered` is false when nobody knows whether the server has written. */
export const readRefusal = (error: unknown): Refused => {
  if (!(error instanceof ApiError)) return { message: String(error), requestId: null, answered: true }
  const data = (error.data ?? {}) as { problems?: FieldProblem[]; conflict?: Conflict; blockers?: readonly Door[] }
  if (Array.isArray(data.problems) && data.problems.length) return { problems: data.problems }
  if (data.conflict?.theirs) return { conflict: data.conflict }
  return {
    message: withoutFirst(error.msg, data.blockers ?? []),
    requestId: error.requestId,
    answered: error.kind === 'business',
    ...(data.blockers ? { doors: data.blockers } : {}),
  }
}
