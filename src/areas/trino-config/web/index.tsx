import { later, view } from '#web'
import { trinoConfig } from '../index.ts'

const Reached = later(
  () => import('./reached.tsx'),
  (m) => m.Reached,
)

export default view(trinoConfig, { dialogs: { test: { Answer: Reached } } })
