import { join } from 'node:path'
import type { Words } from '#kernel'
import type { Moment } from '#server/db/copy-tables.ts'
import { takeWhole, type Whole } from '#study/record/kept.ts'
import { blocksOfSubjects, changedSince, marksSql, shareIn, type Marks } from '#study/record/mark.ts'
import { readAs, snapshotSql, type SnapshotForm } from '#study/record/snapshot.ts'

/** Of more than this it costs less to read all of it. */
const MOST_SHARE = 0.2

/** `base`: the file that a form was kept as. */
type Kept = { form: SnapshotForm; base: string; whole: Whole; marks: Marks }
/** How a form is read: as it was kept, or with the records that changed in their place, which lie in `csv`, or anew. */
export type Reading =
  | ({ way: 'kept' } & Kept)
  | ({ way: 'patched'; blocks: readonly number[]; csv?: string; rows: number } & Kept)
  | { way: 'anew'; form: SnapshotForm; marks: Marks | null; csv: string; rows: number }

export type How = {
  place: string
  dataDir: string
  /** Whether each record says where it stands: that is written elsewhere than in the record, and no mark would tell. */
  isPlaced: boolean
  /** Whether what is read is of use to the next run. */
  isKept: boolean
}

/** What each column of a form is called in what was kept; undefined where one was not read then. */
export const calledIn = (form: SnapshotForm, { columns }: Whole): { name: string; was: string }[] | undefined => {
  const names = new Map(columns.map(([name, what]) => [what, name]))
  const called = readAs(form).flatMap(([name, what]) => {
    const was = names.get(what)
    return was === undefined ? [] : [{ name, was }]
  })
  return called.length === readAs(form).length ? called : undefined
}

/** The blocks of records that say something else than in what was kept; undefined where that is better read anew. */
const changedIn = async (moment: Moment, form: SnapshotForm, whole: Whole, marks: Marks): Promise<number[] | undefined> => {
  const changed = calledIn(form, whole) && changedSince(whole.marks, marks)
  if (!changed || shareIn(marks, changed.records) > MOST_SHARE) return undefined
  const theirs = changed.subjects.length > 0 ? await moment.rows<{ block: number }>(blocksOfSubjects(form, changed.subjects)) : []
  const blocks = [...new Set([...changed.records, ...theirs.map(({ block }) => block)])].toSorted((a, b) => a - b)
  return shareIn(marks, blocks) > MOST_SHARE ? undefined : blocks
}

/** Reads of a form what is not known of it. */
export const readForm = async (moment: Moment, form: SnapshotForm, { place, dataDir, isPlaced, isKept }: How): Promise<Reading> => {
  const csv = join(place, `form${form.id}.csv`)
  const base = join(place, `form${form.id}-kept.parquet`)
  const whole = isPlaced ? null : await takeWhole(dataDir, form, base)
  const [marks] = whole || isKept ? await moment.rows<Marks>(marksSql(form)) : []
  if (whole && marks) {
    const blocks = await changedIn(moment, form, whole, marks)
    const isSame = blocks?.length === 0
    if (isSame && JSON.stringify(readAs(form)) === JSON.stringify(whole.columns)) return { way: 'kept', form, base, whole, marks }
    if (isSame) return { way: 'patched', form, base, whole, marks, blocks, rows: 0 }
    if (blocks) {
      const rows = await moment.copy({ file: csv, text: snapshotSql(form, undefined, false, blocks) })
      return { way: 'patched', form, base, whole, marks, blocks, csv, rows }
    }
  }
  const rows = await moment.copy({ file: csv, text: snapshotSql(form, undefined, isPlaced) })
  return { way: 'anew', form, marks: marks ?? null, csv, rows }
}

const counted = (rows: number): string => rows.toLocaleString('en')
/** For the log of a run. */
export const saidOf = (read: Reading): Words => {
  const { code } = read.form
  if (read.way === 'kept') return { 'zh-cn': `${code}：没有变化，沿用上次的快照`, en: `${code}: unchanged, the snapshot of before is used` }
  if (read.way === 'anew')
    return { 'zh-cn': `${code}：重新读取 ${counted(read.rows)} 行`, en: `${code}: ${counted(read.rows)} rows read anew` }
  return {
    'zh-cn': `${code}：在上次的快照上更新，读取 ${counted(read.rows)} 行`,
    en: `${code}: the snapshot of before, with ${counted(read.rows)} rows read anew`,
  }
}
