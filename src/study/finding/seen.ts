import { libraryAndOwnStudies } from '../library.ts'
import type { Asking, Seen } from '../reader.ts'
import { ownSites } from '../team.ts'

/** Moves `$1…` behind as many parameters as there are already. */
const behind = (where: string, count: number): string => where.replace(/\$(\d+)/g, (_, number: string) => `$${Number(number) + count}`)

/** Of findings: those of the library and of the reader's studies; what is about a subject is seen by those who see the subject. */
export const seenFindings = (asking: Asking): Seen => {
  const [studies, subjects] = [libraryAndOwnStudies(asking), ownSites()(asking)]
  if (typeof subjects === 'boolean') return studies
  const own = (count: number) =>
    `t."subject" IS NULL OR t."subject" IN (SELECT t."id" FROM study_subject t WHERE ${behind(subjects.where, count)})`
  if (typeof studies === 'boolean') return { where: own(0), params: subjects.params }
  return { where: `(${studies.where}) AND (${own(studies.params.length)})`, params: [...studies.params, ...subjects.params] }
}
