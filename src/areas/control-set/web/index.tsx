import { later, view } from '#web'
import { controlSet } from '../index.ts'
import { TABS } from '../locale.ts'

const ProposeTab = later(
  () => import('./propose-tab.tsx'),
  (m) => m.ProposeTab,
)

export default view(controlSet, {
  pages: { record: { tabs: ['overview', { key: 'propose', title: TABS.propose, Tab: ProposeTab }, 'history'] } },
})
