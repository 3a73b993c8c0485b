import { later, view } from '#web'
import { studyMark } from '../index.ts'

const Marked = later(
  () => import('./marked.tsx'),
  (m) => m.Marked,
)

export default view(studyMark, { dialogs: { mark: { Answer: Marked } } })
