import { later, view } from '#web'
import { studyDictionary } from '../index.ts'

const Editor = later(
  () => import('./editor-tab.tsx'),
  (m) => m.default,
)
const Compare = later(
  () => import('./compare-tab.tsx'),
  (m) => m.default,
)

const FormsCell = later(
  () => import('./forms-cell.tsx'),
  (m) => m.FormsCell,
)

export default view(studyDictionary, {
  fields: { forms: { Cell: FormsCell } },
  rowActions: { del: { visible: ({ state }) => state === 'draft' } },
  pages: {
    record: {
      tabs: [{ key: 'content', Tab: Editor }, { key: 'compare', Tab: Compare }, 'overview', 'history'],
    },
  },
})
