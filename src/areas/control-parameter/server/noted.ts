import type { Ctx } from '#server'
import { hospitalDay } from '#server/zone.ts'

/** A file that says nothing of them would pass for all there is. */
const MOST = 500
type Noted = { parameter: string; study: unknown; department?: unknown; gather?: unknown; mode: unknown; until: unknown; differs?: unknown }

/** What differs from these rules somewhere, as far as the reader sees it: a run resolves it for its own data and keeps that file. */
export const notedOverrides = async (
  ctx: Ctx,
  rows: readonly { id: number; code: string }[],
): Promise<{ overrides?: { note: string; list: Noted[] } }> => {
  if (rows.length === 0) return {}
  const search = [
    { field: 'parameter', operator: 'IN', val: rows.map(({ id }) => id).join(',') },
    { field: 'state', operator: 'IN', val: 'active' },
  ]
  const { list } = await ctx.engine.list(ctx, 'control.override', { limit: MOST, order: 'id,asc', search })
  const today = hospitalDay(ctx.at)
  const noted = list.flatMap((row): Noted[] => {
    if (String(row['until']) < today) return []
    const labels: Record<string, unknown> = typeof row['_labels'] === 'object' && row['_labels'] !== null ? { ...row['_labels'] } : {}
    const { department, gather, mode, until, body } = row
    return [
      {
        parameter: rows.find(({ id }) => id === row['parameter'])?.code ?? '',
        study: labels['study'],
        ...(department === null ? {} : { department: labels['department'] }),
        ...(gather === null ? {} : { gather: labels['gather'] }),
        mode,
        until,
        ...(body === null ? {} : { differs: body }),
      },
    ]
  })
  const note =
    'Not applied by the qc command: a run of the server resolves them for its data and keeps the resolved file. 命令行不应用例外；服务器运行时已解析并保存参数文件。'
  return noted.length > 0 ? { overrides: { note, list: noted } } : {}
}
