import { createHash } from 'node:crypto'
import type { SnapshotForm } from './snapshot.ts'
import { tableName } from './table.ts'

/** So many numbers of records, or of subjects, have one mark. */
export const BLOCK = 64
/** By block, a text that is another one as soon as anything in the block is. */
type Blocks = Readonly<Record<string, string>>
export type Marks = { records: Blocks; subjects: Blocks; names: string }

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
/** One text for all of it. */
export const markOf = (marks: Marks): string => hashOf(JSON.stringify(marks))

const blocksOf = (columns: string, from: string): string =>
  `(SELECT coalesce(json_object_agg(block, mark), '{}') FROM (SELECT "id" / ${BLOCK} AS block,
    concat(count(*), ':', bit_xor(hash_record_extended(ROW(${columns}), 0))) AS mark FROM ${from} GROUP BY 1) blocks)`
const summed = (columns: string, from: string): string =>
  `(SELECT concat(count(*), ':', sum(hashtextextended(concat_ws('|', ${columns}), 0))) FROM ${from})`

/**
 * Marks that are others as soon as `snapshotSql` would answer something else, and where it would: every write to a record leaves its transaction in
 * it (`record_touch`), and codes of subjects, visits and departments are written elsewhere. No value is read for them. All records are asked: those
 * of the newest transactions alone would miss one that began earlier and ended later, and one that is gone.
 */
export const marksSql = ({ id }: Pick<SnapshotForm, 'id'>): string => {
  const own = `study = (SELECT study FROM study_form WHERE id = ${Math.trunc(id)})`
  return `SELECT ${blocksOf('"id", "changed_tx", "updated_at"', `"record"."${tableName(id)}" WHERE "deleted_at" IS NULL`)} AS records,
    ${blocksOf('"id", "code", "deleted_at"', `study_subject WHERE ${own}`)} AS subjects,
    concat_ws(' ', ${summed('id, code', `study_visit WHERE ${own}`)}, ${summed('id, code', 'department')}) AS names`
}

const differing = (before: Blocks, now: Blocks): number[] =>
  [...new Set([...Object.keys(before), ...Object.keys(now)])].filter((block) => before[block] !== now[block]).map(Number)
const rowsIn = (blocks: Blocks, of: readonly string[]): number => of.reduce((sum, block) => sum + Number.parseInt(blocks[block] ?? '0'), 0)

/** What differs, in blocks; null where a code of a visit or a department does, which may stand in any record. */
export const changedSince = (before: Marks, now: Marks): { records: number[]; subjects: number[] } | null =>
  before.names === now.names
    ? { records: differing(before.records, now.records), subjects: differing(before.subjects, now.subjects) }
    : null
/** Of all records, the share that lies in these blocks. */
export const shareIn = ({ records }: Marks, blocks: readonly number[]): number => {
  const all = rowsIn(records, Object.keys(records))
  return all === 0 ? 1 : rowsIn(records, blocks.map(String)) / all
}

/** Numbers in these blocks, for `IN`. */
export const inBlocks = (blocks: readonly number[]): string =>
  `(SELECT block * ${BLOCK} + n FROM unnest('{${blocks.map(Math.trunc).join(',')}}'::bigint[]) block, generate_series(0, ${BLOCK - 1}) n)`
/** The blocks with records of subjects in these blocks, as `block`. */
export const blocksOfSubjects = ({ id }: Pick<SnapshotForm, 'id'>, subjects: readonly number[]): string =>
  `SELECT DISTINCT ("id" / ${BLOCK})::int AS block FROM "record"."${tableName(id)}" WHERE "subject" IN ${inBlocks(subjects)}`
