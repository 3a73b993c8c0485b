import type { Cell } from '../../api/member-entry.ts'

/** Where a form of a subject is filled in. */
export const placeAddress = (gather: number, subject: number, { visit, instance }: Pick<Cell, 'visit' | 'instance'>): string => {
  const query = new URLSearchParams({ gather: String(gather), subject: String(subject), instance: String(instance) })
  if (visit !== null) query.set('visit', String(visit))
  return `?${query.toString()}`
}

const TODO: ReadonlySet<string> = new Set(['late', 'due', 'draft', 'second'])
export const isTodo = ({ standing }: Pick<Cell, 'standing'>): boolean => TODO.has(standing)
