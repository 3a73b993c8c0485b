import { snake } from '#kernel'
import type { Resource } from '#kernel'

/** Where designed tables live. The application's role owns this schema and no other. */
export const DESIGNED_SCHEMA = 'record'
export const SCHEMAS = ['public', DESIGNED_SCHEMA] as const

/** The table of a resource in the text of a statement. */
export const tableText = ({ name, designed }: Pick<Resource, 'name' | 'designed'>): string =>
  designed ? `"${DESIGNED_SCHEMA}"."${snake(name)}"` : `"${snake(name)}"`

/** A table of records by its number or name; the name is data, so it is looked at before it reaches SQL. */
export const recordTable = (name: string): string => {
  if (!/^[a-z][a-z0-9_]{0,40}$/.test(name)) throw new Error(`“${name}” is not the name of a table of records`)
  return `"${DESIGNED_SCHEMA}"."${name}"`
}
