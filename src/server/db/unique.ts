import { snake } from '#kernel'
import type { Field, Resource } from '#kernel'

/** What the database calls an index over fields that are unique together: a refusal is traced back to them by it. */
export const uniqueName = (name: string, fields: readonly string[]): string => `${snake(name)}_${fields.map(snake).join('_')}_unique`

/** Fields that no two records share, one by one and together. */
export const uniquesOf = ({ fields, unique = [] }: Resource): (readonly string[])[] => [
  ...Object.keys(fields)
    .filter((name) => fields[name]?.unique)
    .map((name) => [name]),
  ...unique,
]

/** An account name is never given to a second person, whatever its case, not even after deletion; other codes are free again. */
export const isForever = (field: Field | undefined): boolean => field?.unique === true && field.immutable === true
export const isAnyCase = (field: Field | undefined): boolean => field?.pattern === 'account' || field?.pattern === 'email'
