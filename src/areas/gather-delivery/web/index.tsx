import { later, view } from '#web'
import { seesComments } from '#web/comment/sees-comments.ts'
import { gatherDelivery } from '../index.ts'
import { TABS } from '../locale.ts'

const Intake = later(
  () => import('./intake.tsx'),
  (m) => m.Intake,
)
const Asking = later(
  () => import('./asking.tsx'),
  (m) => m.Asking,
)
const CommentTab = later(
  () => import('#web/comment/comment-tab.tsx'),
  (m) => m.CommentTab,
)

export default view(gatherDelivery, {
  fields: { number: { width: 80 }, name: { width: 220 }, gather: { width: 180 } },
  dialogs: { query: { Preview: Asking } },
  rowActions: { query: { visible: (row) => row.sha256 !== null } },
  pages: {
    record: {
      tabs: [
        { key: 'intake', title: TABS.intake, Tab: Intake },
        'runs',
        { key: 'comments', title: TABS.comments, Tab: CommentTab, visible: seesComments },
        'history',
      ],
    },
  },
})
