import { later, view } from '#web'
import { studyMark } from '../index.ts'

const Marked = later(
  () => import('./marked.tsx'),
  (m) => m.Marked,
)

const SlotCell = later(
  () => import('#web/study/slot-cell.tsx'),
  (m) => m.SlotCell,
)

export default view(studyMark, { fields: { field: { Cell: SlotCell } }, dialogs: { mark: { Answer: Marked } } })
