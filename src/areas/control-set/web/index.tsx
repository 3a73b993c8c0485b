import { later, view } from '#web'
import { controlSet } from '../index.ts'
import { TABS } from '../locale.ts'

const ProposeTab = later(
  () => import('./propose-tab.tsx'),
  (m) => m.ProposeTab,
)

const OverrideTab = later(
  () => import('./override-tab.tsx'),
  (m) => m.OverrideTab,
)

const ExportDialog = later(
  () => import('./export-dialog.tsx'),
  (m) => m.ExportDialog,
)

export default view(controlSet, {
  dialogs: { give: { Dialog: ExportDialog } },
  pages: {
    record: {
      tabs: [
        'overview',
        { key: 'propose', title: TABS.propose, Tab: ProposeTab },
        { key: 'override', title: TABS.override, Tab: OverrideTab },
        'history',
      ],
    },
  },
})
