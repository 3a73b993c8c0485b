import { later, view } from '#web'
import { studySignature } from '../index.ts'

const SignDrawer = later(
  () => import('./sign-drawer.tsx'),
  (m) => m.SignDrawer,
)

export default view(studySignature, {
  dialogs: { sign: { Dialog: SignDrawer } },
  rowActions: { sign: { visible: (row) => row.state === 'ready' && Reflect.get(row, 'signs') === true } },
})
