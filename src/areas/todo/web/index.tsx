import { later, view } from '#web'
import { todo } from '../index.ts'

const Due = later(
  () => import('#web/field/cell/due.tsx'),
  (m) => m.Due,
)
const Page = later(
  () => import('./todo-page.tsx'),
  (m) => m.TodoPage,
)
const LookSwitch = later(
  () => import('./look-switch.tsx'),
  (m) => m.LookSwitch,
)
const PageLink = later(
  () => import('./page-link.tsx'),
  (m) => m.PageLink,
)

export default view(todo, {
  fields: {
    title: { width: 260 },
    due: { Cell: ({ value, row }) => <Due value={value} isOver={row.state === 'done' || row.state === 'cancelled'} />, width: 180 },
    page: { Cell: PageLink },
  },
  slots: { toolbar: LookSwitch },
  pages: { list: Page, record: { tabs: ['overview', 'history'] } },
})
