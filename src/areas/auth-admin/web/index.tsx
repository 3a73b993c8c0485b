import { later, view } from '#web'
import { authAdmin } from '../index.ts'

const MovePreview = later(
  () => import('./move-preview.tsx'),
  (m) => m.MovePreview,
)

export default view(authAdmin, { dialogs: { move: { Preview: MovePreview } } })
