import { join } from 'node:path'
import type { QcWorkspace, StagedTable } from '#qc'
import { compareRun, type Change, type Covered, type Delta } from '../finding/compare.ts'
import { placeIn } from '../finding/identity.ts'
import { stageSource, withWorkspace, type Judged } from './judge.ts'
import type { Source } from './source.ts'

export type Entry = Omit<Change, 'name'> & {
  name: string
  context: Readonly<Record<string, string | null>> | null
  slot: string | null
  place: string
}
export type Entering = {
  folder: string
  signal: AbortSignal
  violations: string
  covered: readonly Covered[]
  judged: Pick<Judged, 'hidden' | 'slots' | 'discreet'>
  /** A file whose rows are shown in context. What a record says is read where it stands. */
  file?: Source
  /** Writes the ledger of what was judged to this place, as CSV with a head: fingerprint, what `coverOf` calls it, department, hash, state, whether its acceptance lapsed. */
  known: (path: string) => Promise<void>
  apply: (entries: readonly Entry[]) => Promise<void>
}

const AT_ONCE = 2000
/** A row in context is for reading: so many columns, and only of so many changes of one run. */
const CONTEXT_COLUMNS = 60
const CONTEXT_ROWS = 5000

const ledgerFile = async (folder: string, known: Entering['known']): Promise<string> => {
  const path = join(folder, 'ledger.csv')
  await known(path)
  return `read_csv('${path.replaceAll("'", "''")}', header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', nullstr = '', columns = {fingerprint: 'VARCHAR', lineage: 'VARCHAR',
    department: 'VARCHAR', hash: 'VARCHAR', state: 'VARCHAR', is_lapsed: 'BOOLEAN'})`
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The business key as people read it: `S1 · V2`. */
const readable = ({ key, row, massCount, name }: Change): string => {
  if (massCount !== null) return '*'
  if (name !== null) return name
  const read: unknown = key === null ? null : JSON.parse(key)
  const parts = isRecord(read) ? Object.values(read).flatMap((part) => (typeof part === 'string' && part !== '' ? [part] : [])) : []
  return (parts.join(' · ') || (row === null ? '–' : `#${row}`)).slice(0, 200)
}

type Row = Record<string, string | null>
const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
const contextOf = async (db: QcWorkspace, table: StagedTable, delta: string, hidden: readonly string[]): Promise<Map<number, Row>> => {
  const shown = table.columns.filter((column) => !hidden.includes(column)).slice(0, CONTEXT_COLUMNS)
  const rows = await db.all(`SELECT "__row", ${shown.map(quoted).join(', ') || 'NULL'} FROM ${table.relation}
    WHERE "__row" IN (SELECT "row" FROM ${delta} WHERE "row" IS NOT NULL ORDER BY "row" LIMIT ${CONTEXT_ROWS})`)
  return new Map(rows.map((row) => [Number(row['__row']), Object.fromEntries(shown.map((column) => [column, textOf(row[column])]))]))
}

/** A run's violations into the ledger: only what is new, changed, gone or back is written. */
export const enterRun = ({ folder, signal, violations, covered, judged, file, known, apply }: Entering): Promise<Delta> =>
  withWorkspace(folder, [...(file ? [file.file] : []), violations], signal, async (db) => {
    const delta = await compareRun(db, { violations, ledger: await ledgerFile(db.directory, known), covered })
    const contexts = file
      ? await contextOf(db, await stageSource(db, folder, file), delta.table, judged.hidden[file.place] ?? [])
      : new Map<number, Row>()
    const entryOf = (change: Change): Entry => {
      const { lineage, form: place } = placeIn(change.lineage)
      const hidden = judged.hidden[place] ?? []
      const isHidden = judged.discreet.includes(lineage) || (change.field?.split(', ').some((field) => hidden.includes(field)) ?? false)
      return {
        ...change,
        ...(isHidden ? { value: null } : {}),
        name: readable(change),
        context: change.row === null ? null : (contexts.get(change.row) ?? null),
        slot: change.field === null ? null : (judged.slots[place]?.[change.field] ?? null),
        lineage,
        place,
      }
    }
    let waiting: Entry[] = []
    for await (const changes of db.stream<Change>(`SELECT * FROM ${delta.table}`)) {
      waiting.push(...changes.map(entryOf))
      if (waiting.length < AT_ONCE) continue
      await apply(waiting)
      waiting = []
    }
    if (waiting.length > 0) await apply(waiting)
    return delta
  })
