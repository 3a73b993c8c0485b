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

const SubjectTimeline = later(
  () => import('./subject-timeline.tsx'),
  (m) => m.SubjectTimeline,
)

export default view(studySubject, {
  fields: { code: { width: 140 }, study: { width: 200 } },
  dialogs: { identify: { Answer: Identity } },
  rowActions: { identify: { visible: (row) => row.identifiedAt !== null } },
  pages: {
    record: {
      tabs: ['overview', { key: 'timeline', Tab: SubjectTimeline }, { key: 'trail', Tab: SubjectTrail, visible: seesTrail }, 'history'],
    },
  },
})
