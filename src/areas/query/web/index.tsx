import { later, view } from '#web'
import { query } from '../index.ts'
import { TABS } from '../locale.ts'
import { answerAsks, closeAsks, type Deed, type Offered } from './asks.ts'

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
const State = later(
  () => import('./cells.tsx'),
  (m) => m.State,
)
const SlotCell = later(
  () => import('#web/study/slot-cell.tsx'),
  (m) => m.SlotCell,
)
const Asked = later(
  () => import('./deed.tsx'),
  (m) => m.Asked,
)
const Corrected = later(
  () => import('./deed.tsx'),
  (m) => m.Corrected,
)
const Asking = later(
  () => import('./asking.tsx'),
  (m) => m.Asking,
)
const Views = later(
  () => import('./views.tsx'),
  (m) => m.Views,
)

type Stands = Pick<Offered, '_may'> & { state: string }
const may =
  (deed: Deed, ...states: string[]) =>
  ({ state, _may }: Stands) =>
    states.includes(state) && _may?.[deed] !== false

export default view(query, {
  fields: {
    title: { width: 240 },
    field: { Cell: SlotCell },
    text: { width: 170 },
    state: { Cell: State, width: 116 },
    category: { Cell: Category, width: 164 },
    assignees: { Cell: Answerers, width: 160 },
  },
  slots: { aboveList: Views, rowDetail: Thread },
  dialogs: {
    raise: { Preview: Asking },
    answer: {
      About: Asked,
      inputs: { value: Corrected },
      asks: answerAsks,
    },
    close: { About: Asked, asks: closeAsks },
    sendBack: { About: Asked },
    remark: { About: Asked },
    reopen: { About: Asked },
  },
  pages: { record: { tabs: [{ key: 'thread', title: TABS.thread, Tab: Thread }, 'findings', 'overview', 'history'] } },
  rowActions: {
    answer: { visible: may('answer', 'open') },
    close: { visible: may('close', 'open', 'answered') },
    sendBack: { visible: may('decide', 'answered') },
    remark: { visible: may('remark', 'open', 'answered') },
    assign: { visible: may('decide', 'open', 'answered') },
    reopen: { visible: may('decide', 'closed') },
    cancel: { visible: may('cancel', 'open') },
  },
})
