import { later, view } from '#web'
import { studyInvitation } from '../index.ts'

const Issued = later(
  () => import('./issued.tsx'),
  (m) => m.Issued,
)

export default view(studyInvitation, {
  fields: { name: { width: 140 }, study: { width: 200 }, email: { width: 200 } },
  dialogs: { issue: { Answer: Issued } },
  rowActions: { issue: { visible: ({ state }) => state === 'open' }, edit: { visible: ({ state }) => state === 'open' } },
})
