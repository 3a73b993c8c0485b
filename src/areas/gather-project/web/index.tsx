import { later, view } from '#web'
import { gatherProject } from '../index.ts'

const Due = later(
  () => import('#web/field/cell/due.tsx'),
  (m) => m.Due,
)

export default view(gatherProject, {
  fields: { name: { width: 200 }, study: { width: 180 }, dueNext: { Cell: Due, width: 150 } },
})
