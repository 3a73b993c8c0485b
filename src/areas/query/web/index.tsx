import { later, view } from '#web'
import { query } from '../index.ts'
import { TABS } from '../locale.ts'

const Thread = later(
  () => import('./thread.tsx'),
  (m) => m.Thread,
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
  fields: { title: { width: 200 }, text: { width: 220 }, state: { width: 120 }, category: { width: 150 }, assignees: { width: 140 } },
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
