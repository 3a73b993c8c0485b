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

const MergeDrawer = later(
  () => import('./merge-drawer.tsx'),
  (m) => m.MergeDrawer,
)
const Merged = later(
  () => import('./merged.tsx'),
  (m) => m.Merged,
)

const isOwn = (row: { mergedInto: number | null }): boolean => row.mergedInto === null
const isSealed = (row: { blinded: boolean | null; arm: number | null }): boolean => row.blinded === true && row.arm === null

export default view(studySubject, {
  fields: { code: { width: 140 }, study: { width: 200 }, merge: { elsewhere: true } },
  dialogs: { identify: { Answer: Identity }, allocation: { Answer: Allocation }, merge: { Dialog: MergeDrawer } },
  rowActions: {
    identify: { visible: (row) => row.identifiedAt !== null },
    edit: { visible: isOwn },
    del: { visible: isOwn },
    merge: { visible: isOwn },
    seal: { visible: isOwn },
    allocate: { visible: (row) => isOwn(row) && isSealed(row) },
    allocation: { visible: (row) => isSealed(row) && row.allocatedAt !== null },
    unblind: { visible: (row) => isSealed(row) && row.allocatedAt !== null },
  },
  movable: isOwn,
  pages: {
    record: {
      tabs: [
        { key: 'merged', Tab: Merged, visible: (row) => !isOwn(row) },
        'overview',
        { key: 'timeline', Tab: SubjectTimeline },
        'files',
        { key: 'trail', Tab: SubjectTrail, visible: seesTrail },
        'history',
      ],
    },
  },
})
