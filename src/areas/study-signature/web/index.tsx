import { later, view } from '#web'
import { studySignature } from '../index.ts'

const SignDrawer = later(
  () => import('./sign-drawer.tsx'),
  (m) => m.SignDrawer,
)

const Manifest = later(
  () => import('./manifest.tsx'),
  (m) => m.Manifest,
)

export default view(studySignature, {
  fields: { manifest: { Cell: Manifest } },
  pages: { record: {} },
  dialogs: { sign: { Dialog: SignDrawer } },
  rowActions: { sign: { visible: (row) => row.state === 'ready' && Reflect.get(row, 'signs') === true } },
})
