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

export default view(studyDictionary, {
  pages: {
    record: {
      tabs: [{ key: 'content', Tab: Editor }, { key: 'compare', Tab: Compare }, 'overview', 'history'],
    },
  },
})
