import { snake } from './name.ts'

/** Words of SQL that are no name without quotes (`pg_get_keywords`, reserved): a table called so breaks every hand-written statement. */
const SQL_WORDS = new Set(
  (
    'all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column concurrently ' +
    'constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp current_user default ' +
    'deferrable desc distinct do else end except false fetch for foreign freeze from full grant group having ilike in initially inner ' +
    'intersect into is isnull join lateral leading left like limit localtime localtimestamp natural not notnull null offset on only or ' +
    'order outer overlaps placing primary references returning right select session_user similar some symmetric system_user table ' +
    'tablesample then to trailing true union unique user using variadic verbose when where window with'
  ).split(' '),
)
/** Columns that every table of PostgreSQL has. */
const SYSTEM_COLUMNS = new Set(['tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid'])
/** Columns that traits bring, and `state`, which the engine moves. */
const OWN_COLUMNS = new Set([
  'id',
  'version',
  'parentId',
  'departmentId',
  'ownerId',
  'createdAt',
  'updatedAt',
  'deletedAt',
  'lockedAt',
  'weigh',
  'state',
])
/** Addresses under /admin that are no resource. */
const ADDRESSES = new Set(['index', 'ajax', 'terminal'])
const LONGEST_TABLE = 63

/** A word that every object answers to would be found where nobody put it. */
const isInherited = (word: string): boolean => word in {}

/** Not to be used for a designed table: the catalogue of the database, words of SQL, words of the language, addresses of the system. */
export const isReservedResource = (name: string): boolean => {
  const table = snake(name)
  return (
    table.length > LONGEST_TABLE ||
    /^(pg(_|$)|information(_schema|$))/.test(table) ||
    SQL_WORDS.has(table) ||
    // The tables of forms have numbers.
    /^t\d+$/.test(table) ||
    ADDRESSES.has(name) ||
    name.split('.').some(isInherited)
  )
}

export const isReservedField = (name: string): boolean =>
  OWN_COLUMNS.has(name) || SYSTEM_COLUMNS.has(snake(name)) || name === 'prototype' || isInherited(name)
