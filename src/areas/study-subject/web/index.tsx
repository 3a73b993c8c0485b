import { later, view } from '#web'
import { seesTrail } from '#web/study/trail/sees-trail.ts'
import { studySubject } from '../index.ts'

const Identity = later(
  () => import('./identity.tsx'),
  (m) => m.Identity,
)
const Allocation = later(
  () => import('./allocation.tsx'),
  (m) => m.Allocation,
)

const SubjectTrail = later(
  () => import('./subject-trail.tsx'),
  (m) => m.SubjectTrail,
)

const SubjectTimeline = later(
  () => import('./subject-timeline.tsx'),
  (m) => m.SubjectTimeline,
)

const isSealed = (row: { blinded: boolean | null; arm: number | null }): boolean => row.blinded === true && row.arm === null

export default view(studySubject, {
  fields: { code: { width: 140 }, study: { width: 200 } },
  dialogs: { identify: { Answer: Identity }, allocation: { Answer: Allocation } },
  rowActions: {
    identify: { visible: (row) => row.identifiedAt !== null },
    allocate: { visible: isSealed },
    allocation: { visible: (row) => isSealed(row) && row.allocatedAt !== null },
    unblind: { visible: (row) => isSealed(row) && row.allocatedAt !== null },
  },
  pages: {
    record: {
      tabs: [
        'overview',
        { key: 'timeline', Tab: SubjectTimeline },
        'files',
        { key: 'trail', Tab: SubjectTrail, visible: seesTrail },
        'history',
      ],
    },
  },
})
