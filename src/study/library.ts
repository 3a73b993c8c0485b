import type { Asking, Seen } from './reader.ts'
import { ownStudies } from './team.ts'

/** Of what belongs to a study or, naming none, to the library: the library is everybody's, the rest the team's. */
export const libraryAndOwnStudies = (asking: Asking): Seen => {
  const own = ownStudies(asking)
  if (typeof own === 'boolean') return own
  return { ...own, where: `t."study" IS NULL OR t."study" IN (SELECT t."id" FROM study_project t WHERE ${own.where})` }
}
