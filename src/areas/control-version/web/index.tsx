import { later, view } from '#web'
import { controlVersion } from '../index.ts'

const BodyInput = later(
  () => import('#web/study/body-input.tsx'),
  (m) => m.default,
)
const BodyView = later(
  () => import('#web/study/body-view.tsx'),
  (m) => m.default,
)
const Differences = later(
  () => import('./differences.tsx'),
  (m) => m.Differences,
)

export default view(controlVersion, {
  fields: { body: { Input: BodyInput, Cell: BodyView }, title: { width: 200 } },
  pages: { record: { tabs: ['overview', 'history'] } },
  dialogs: { difference: { Answer: Differences } },
  rowActions: { edit: { visible: (row) => row.state === 'draft' } },
})
