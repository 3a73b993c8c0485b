import { later, view } from '#web'
import { seesTrail } from '#web/study/trail/sees-trail.ts'
import { studySubject } from '../index.ts'

const Identity = later(
  () => import('./identity.tsx'),
  (m) => m.Identity,
)

const SubjectTrail = later(
  () => import('./subject-trail.tsx'),
  (m) => m.SubjectTrail,
)

export default view(studySubject, {
  fields: { code: { width: 140 }, study: { width: 200 } },
  dialogs: { identify: { Answer: Identity } },
  rowActions: { identify: { visible: (row) => row.identifiedAt !== null } },
  pages: {
    record: {
      tabs: ['overview', { key: 'trail', Tab: SubjectTrail, visible: seesTrail }, 'history'],
    },
  },
})
