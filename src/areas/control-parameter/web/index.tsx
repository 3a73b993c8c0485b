import { later, view } from '#web'
import { seesComments } from '#web/comment/sees-comments.ts'
import { controlParameter } from '../index.ts'
import { USE } from '../locale.ts'

// The form of a rule comes when it is opened, not with the list.
const CheckInput = later(
  () => import('./check-input.tsx'),
  (m) => m.default,
)
const BodyInput = later(
  () => import('#web/study/body-input.tsx'),
  (m) => m.default,
)
const BodyView = later(
  () => import('#web/study/rule-view.tsx'),
  (m) => m.RuleView,
)
const EvidenceView = later(
  () => import('./evidence-view.tsx'),
  (m) => m.EvidenceView,
)
const ExportDialog = later(
  () => import('./export-dialog.tsx'),
  (m) => m.ExportDialog,
)
const TakenAnswer = later(
  () => import('./taken-answer.tsx'),
  (m) => m.TakenAnswer,
)
const CommentTab = later(
  () => import('#web/comment/comment-tab.tsx'),
  (m) => m.CommentTab,
)

const UseTab = later(
  () => import('./use-tab.tsx'),
  (m) => m.UseTab,
)

export default view(controlParameter, {
  fields: {
    check: { Input: CheckInput, width: 190 },
    body: { Input: BodyInput, Cell: BodyView },
    evidence: { Cell: EvidenceView },
    code: { width: 130 },
    name: { width: 220 },
    dimension: { width: 165 },
    target: { width: 200 },
  },
  pages: {
    record: {
      tabs: [
        'overview',
        'versions',
        { key: 'use', title: USE.tab, Tab: UseTab },
        'overrides',
        { key: 'comments', Tab: CommentTab, visible: seesComments },
        'history',
      ],
    },
  },
  dialogs: { give: { Dialog: ExportDialog }, take: { Answer: TakenAnswer } },
  rowActions: { revise: { visible: (row) => row.state === 'active' || row.state === 'retired' } },
})
