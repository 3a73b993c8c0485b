import { later, view } from '#web'
import { query } from '../index.ts'
import { TABS } from '../locale.ts'

const Thread = later(
  () => import('./thread.tsx'),
  (m) => m.Thread,
)
const Answerers = later(
  () => import('./cells.tsx'),
  (m) => m.Answerers,
)
const Category = later(
  () => import('./cells.tsx'),
  (m) => m.Category,
)
const Views = later(
  () => import('./views.tsx'),
  (m) => m.Views,
)

const is =
  (...states: string[]) =>
  ({ state }: { state: string }) =>
    states.includes(state)

export default view(query, {
  fields: {
    title: { width: 240 },
    text: { width: 170 },
    category: { Cell: Category, width: 164 },
    assignees: { Cell: Answerers, width: 160 },
  },
  slots: { aboveList: Views, rowDetail: Thread },
  pages: { record: { tabs: [{ key: 'thread', title: TABS.thread, Tab: Thread }, 'findings', 'overview', 'history'] } },
  rowActions: {
    answer: { visible: is('open') },
    close: { visible: is('answered') },
    sendBack: { visible: is('answered') },
    remark: { visible: is('open', 'answered') },
    assign: { visible: is('open', 'answered') },
    reopen: { visible: is('closed') },
    cancel: { visible: is('open') },
  },
})
