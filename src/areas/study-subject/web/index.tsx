import { later, view } from '#web'
import { studySubject } from '../index.ts'

const Identity = later(
  () => import('./identity.tsx'),
  (m) => m.Identity,
)

export default view(studySubject, {
  fields: { code: { width: 140 }, study: { width: 200 } },
  dialogs: { identify: { Answer: Identity } },
  rowActions: { identify: { visible: (row) => row.identifiedAt !== null } },
  pages: { record: {} },
})
