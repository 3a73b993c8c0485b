import type { Design, DesignProblem } from '#kernel'
import { ApiError, request } from '#web/api/request.ts'
import { uuid } from '#web/api/uuid.ts'

const call = <T>(action: string, data: object) =>
  request<T>({
    url: `/admin/crud.table/${action}`,
    method: 'POST',
    data,
    showError: false,
    showSuccess: false,
    headers: { 'idempotency-key': uuid() },
  }).then((r) => r.data)

export const previewDesign = (design: Design, drop: readonly string[]) =>
  call<{ statements: string[]; removed: string[] }>('preview', { ...design, drop })
export const applyDesign = (design: Design, drop: readonly string[]) => call<{ path: string }>('apply', { ...design, drop })
export const listTables = () => call<{ tables: { name: string; comment: string }[] }>('source', {}).then((d) => d.tables)
export const readTable = (table: string) => call<{ design: Design }>('source', { table }).then((d) => d.design)
export const exportCode = (id: number) => call<{ folder: string; files: Record<string, string> }>('code', { ids: [id] })
export const dropTable = (id: number, typed: string) => call<unknown>('drop', { ids: [id], typed })
/** Where the server found something wrong, or the sentence it said. */
export const complaintOf = (error: unknown): { problems: DesignProblem[]; sentence: string } => ({
  problems: error instanceof ApiError ? ((error.data as { design?: DesignProblem[] } | null)?.design ?? []) : [],
  sentence: error instanceof Error ? error.message : String(error),
})
