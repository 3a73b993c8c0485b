import { later, view } from '#web'
import { seesComments } from '#web/comment/sees-comments.ts'
import { finding } from '../index.ts'
import { TABS } from '../locale.ts'
import { VariableCell } from './variable-name.tsx'

const FindingCase = later(
  () => import('./finding-case.tsx'),
  (m) => m.FindingCase,
)
const CommentTab = later(
  () => import('#web/comment/comment-tab.tsx'),
  (m) => m.CommentTab,
)

const RaisePreview = later(
  () => import('./raise.tsx'),
  (m) => m.RaisePreview,
)

const MassTab = later(
  () => import('./mass-tab.tsx'),
  (m) => m.MassTab,
)

const Views = later(
  () => import('./views.tsx'),
  (m) => m.Views,
)

const OPEN: ReadonlySet<string> = new Set(['new', 'reopened'])
export default view(finding, {
  fields: {
    name: { width: 160 },
    parameter: { width: 180 },
    field: { Cell: VariableCell, width: 140 },
    value: { width: 200 },
    severity: { width: 100 },
  },
  slots: { aboveList: Views, rowDetail: FindingCase },
  dialogs: { query: { Preview: RaisePreview } },
  pages: {
    record: {
      tabs: [
        { key: 'case', title: TABS.case, Tab: FindingCase },
        { key: 'mass', title: TABS.mass, Tab: MassTab, visible: ({ massCount }) => massCount !== null },
        'events',
        { key: 'comments', title: TABS.comments, Tab: CommentTab, visible: seesComments },
        'overview',
        'history',
      ],
    },
  },
  rowActions: {
    accept: { key: 'A', visible: ({ state }) => OPEN.has(state) || state === 'fixing' || state === 'queried' },
    fix: { key: 'W', visible: ({ state }) => OPEN.has(state) },
    query: { key: 'Q', visible: ({ state, study }) => OPEN.has(state) && study !== null },
    falsePositive: { key: 'X', visible: ({ state }) => OPEN.has(state) },
    oneByOne: { visible: ({ state, massCount }) => massCount !== null && (OPEN.has(state) || state === 'fixing') },
    giveBack: { key: 'Z', visible: ({ state }) => state === 'fixing' || state === 'queried' },
  },
})
