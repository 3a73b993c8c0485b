import type { Words } from '#kernel'

export const ENGINES = ['duckdb', 'trino'] as const
export type EngineName = (typeof ENGINES)[number]
/** What a study asks for; `auto` leaves it to the size of the data. */
export type Wish = 'auto' | EngineName
export type Chosen = { engine: EngineName; why: Words }

export type Choice = {
  wish: Wish
  /** Of all tables that are judged. */
  rows: number
  /** Above so many rows `auto` means Trino. */
  above: number
  /** The table lies in Trino already. */
  liesThere: boolean
  /** A Trino server is set up and enabled, and snapshots can be handed to it. */
  isThere: boolean
}

const counted = (rows: number): string => rows.toLocaleString('en')
const because = (engine: EngineName, zh: string, en: string): Chosen => ({ engine, why: { 'zh-cn': zh, en } })

/** Which engine judges, and why: a run says both. What was asked for is never replaced by something else. */
export const chooseEngine = ({ wish, rows, above, liesThere, isThere }: Choice): Chosen => {
  if (liesThere)
    return because('trino', '表在 Trino 中，就地检查，不复制数据', 'The table lies in Trino: it is judged there, nothing is copied')
  if (wish === 'duckdb') return because('duckdb', '研究设定使用 DuckDB', 'The study asks for DuckDB')
  if (wish === 'trino') return because('trino', '研究设定使用 Trino', 'The study asks for Trino')
  const [n, limit] = [counted(rows), counted(above)]
  if (rows <= above) return because('duckdb', `自动：${n} 行，不超过 ${limit} 行`, `Automatic: ${n} rows are not more than ${limit}`)
  if (isThere) return because('trino', `自动：${n} 行，超过 ${limit} 行`, `Automatic: ${n} rows are more than ${limit}`)
  return because(
    'duckdb',
    `自动：${n} 行，超过 ${limit} 行，但没有可以接收快照的 Trino`,
    `Automatic: ${n} rows are more than ${limit}, but no Trino is set up that takes snapshots`,
  )
}
