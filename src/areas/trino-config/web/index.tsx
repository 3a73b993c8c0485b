import { later, view } from '#web'
import { trinoConfig } from '../index.ts'

const Asks = later(
  () => import('./reached.tsx'),
  (m) => m.Asks,
)
const Reached = later(
  () => import('./reached.tsx'),
  (m) => m.Reached,
)

export default view(trinoConfig, { dialogs: { test: { Preview: Asks, Answer: Reached } } })
