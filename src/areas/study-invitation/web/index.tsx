import { later, view } from '#web'
import { studyInvitation } from '../index.ts'

const Issued = later(
  () => import('./issued.tsx'),
  (m) => m.Issued,
)

const IssuedAt = later(
  () => import('./issued-at.tsx'),
  (m) => m.IssuedAt,
)

export default view(studyInvitation, {
  fields: {
    name: { width: 140 },
    state: { width: 100 },
    issuedAt: { Cell: IssuedAt, width: 170 },
    study: { width: 200 },
    email: { width: 200 },
  },
  dialogs: { issue: { Answer: Issued } },
  rowActions: { issue: { visible: ({ state }) => state === 'open' }, edit: { visible: ({ state }) => state === 'open' } },
})
