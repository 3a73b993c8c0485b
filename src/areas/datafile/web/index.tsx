import { later, view } from '#web'
import { seesComments } from '#web/comment/sees-comments.ts'
import { datafile } from '../index.ts'
import { TABS } from '../locale.ts'
import { NameCell, SizeCell } from './cells.tsx'

const Toolbar = later(
  () => import('./toolbar.tsx'),
  (m) => m.Toolbar,
)
const Content = later(
  () => import('./content.tsx'),
  (m) => m.Content,
)
const Profile = later(
  () => import('./profile.tsx'),
  (m) => m.Profile,
)
const Compare = later(
  () => import('./compare.tsx'),
  (m) => m.Compare,
)
const Asking = later(
  () => import('./asking.tsx'),
  (m) => m.Asking,
)
const CommentTab = later(
  () => import('#web/comment/comment-tab.tsx'),
  (m) => m.CommentTab,
)

export default view(datafile, {
  slots: { toolbar: Toolbar },
  dialogs: { query: { Preview: Asking } },
  fields: {
    name: { width: 210, Cell: NameCell },
    rating: { keys: { 1: 'excellent', 2: 'good', 3: 'fair', 4: 'poor' } },
    size: { Cell: SizeCell, width: 90 },
    rows: { width: 76 },
    subject: { width: 100 },
  },
  pages: {
    record: {
      tabs: [
        { key: 'content', title: TABS.content, Tab: ({ row }) => <Content row={row} />, visible: (row) => row.kind !== 'remote' },
        {
          key: 'profile',
          title: TABS.profile,
          Tab: ({ row }) => <Profile row={row} />,
          visible: (row) => row.rows !== null && row.kind !== 'remote',
        },
        'versions',
        {
          key: 'compare',
          title: TABS.compare,
          Tab: ({ row }) => <Compare key={row.number} row={row} />,
          visible: (row) => row.rows !== null && (row.number ?? 0) > 1,
        },
        { key: 'comments', title: TABS.comments, Tab: CommentTab, visible: seesComments },
        'overview',
        'history',
      ],
    },
  },
  rowActions: {
    reread: { visible: (row) => row.state !== 'locked' && row.kind !== 'remote' },
    query: { visible: (row) => row.kind !== 'remote' },
    verify: { visible: (row) => row.kind !== 'remote' },
  },
})
