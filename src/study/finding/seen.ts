import { libraryAndOwnStudies } from '../library.ts'
import { bothSeen } from '../reader.ts'
import type { Asking, Seen } from '../reader.ts'
import { ownSites } from '../team.ts'

/** Of findings: those of the library and of the reader's studies; what is about a subject is seen by those who see the subject. */
export const seenFindings = (asking: Asking): Seen => {
  const subjects = ownSites()(asking)
  const own = subjects === true || {
    where: `t."subject" IS NULL OR t."subject" IN (SELECT t."id" FROM study_subject t WHERE ${subjects.where})`,
    params: subjects.params,
  }
  return bothSeen(libraryAndOwnStudies(asking), own)
}
