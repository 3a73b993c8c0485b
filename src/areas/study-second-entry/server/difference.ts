import type { Db } from '#server/db/database.ts'
import type { Difference } from './compare.ts'

/** `value` counts once it is settled: a blank can be the right one. */
export type Stored = Difference & { isSettled: boolean; value: string | null }

const INSERT = `INSERT INTO second_value (entry, field, first, second) SELECT $1, x.* FROM unnest($2::text[], $3::text[], $4::text[]) x`
export const keepDifferences = async (db: Db, entry: number, list: readonly Difference[]): Promise<void> =>
  void (await db.query(INSERT, [entry, list.map(({ field }) => field), list.map(({ first }) => first), list.map(({ second }) => second)]))

const SELECT = `SELECT field, first, second, is_settled AS "isSettled", value FROM second_value WHERE entry = $1 ORDER BY length(field), field`
export const differencesOf = (db: Db, entry: number): Promise<Stored[]> => db.query<Stored>(SELECT, [entry])

const UPDATE = `UPDATE second_value d SET is_settled = true, value = x.value FROM unnest($2::text[], $3::text[]) x (field, value)
  WHERE d.entry = $1 AND d.field = x.field`
export const settleDifferences = async (db: Db, entry: number, list: readonly { field: string; value: string | null }[]): Promise<void> =>
  void (await db.query(UPDATE, [entry, list.map(({ field }) => field), list.map(({ value }) => value)]))
