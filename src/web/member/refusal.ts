import { ApiError } from '../api/request.ts'

export type Problems = Record<string, string>
type Data = { problems?: { field: string; msg: string }[]; field?: string; retryAfter?: number } | null

/** What the server did not like: sentences beside their fields, or one above the form, and how long to wait. */
export const refusalOf = (error: unknown): { msg: string; problems: Problems; retryAfter: number } => {
  if (!(error instanceof ApiError)) throw error
  const data = error.data as Data
  const problems = Object.fromEntries((data?.problems ?? []).map(({ field, msg }) => [field, msg]))
  if (data?.field) problems[data.field] = error.msg
  return { msg: error.msg, problems, retryAfter: data?.retryAfter ?? 0 }
}
