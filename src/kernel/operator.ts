export const OPERATORS = [
  '=',
  '<>',
  '>',
  '>=',
  '<',
  '<=',
  'LIKE',
  'NOT LIKE',
  'IN',
  'NOT IN',
  'RANGE',
  'NOT RANGE',
  'NULL',
  'NOT NULL',
  'FIND_IN_SET',
] as const
export type Operator = (typeof OPERATORS)[number]

/** A condition as people set it and as it travels. */
export type SearchItem = { field: string; operator: Operator; val: string }
export type Sort = { field: string; descending: boolean }
