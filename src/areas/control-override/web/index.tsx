import { later, view } from '#web'
import { controlOverride } from '../index.ts'

const OverrideInput = later(
  () => import('./override-input.tsx'),
  (m) => m.default,
)
const BodyView = later(
  () => import('#web/study/body-view.tsx'),
  (m) => m.default,
)

export default view(controlOverride, {
  fields: { body: { Input: OverrideInput, Cell: BodyView, width: 220 }, title: { width: 220 }, reason: { width: 200 } },
})
