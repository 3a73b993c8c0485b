import { later, view } from '#web'
import { studyToken } from '../index.ts'

const Issued = later(
  () => import('./issued.tsx'),
  (m) => m.Issued,
)

export default view(studyToken, {
  fields: { name: { width: 180 }, study: { width: 200 } },
  dialogs: { issue: { Answer: Issued } },
  rowActions: { issue: { visible: (row) => row.state === 'active' } },
})
