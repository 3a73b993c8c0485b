import { MovePreview, view } from '#web'
import { authAdmin } from './index.ts'

export default view(authAdmin, { dialogs: { move: { Preview: MovePreview } } })
