import { snake } from '#kernel'
import type { Resource } from '#kernel'

/** What the database calls an index over fields that are unique together: a refusal is traced back to them by it. */
export const uniqueName = (name: string, fields: readonly string[]): string => `${snake(name)}_${fields.map(snake).join('_')}_unique`

/** Fields that no two records share, one by one and together. */
export const uniquesOf = ({ fields, unique = [] }: Resource): (readonly string[])[] => [
  ...Object.keys(fields)
    .filter((name) => fields[name]?.unique)
    .map((name) => [name]),
  ...unique,
]
