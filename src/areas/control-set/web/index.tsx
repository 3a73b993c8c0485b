import { later, view } from '#web'
import { holdsRule } from '#web/state/ability-rules.ts'
import { useAdmin } from '#web/state/admin.ts'
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

const holds = (rule: string) => () => holdsRule(useAdmin.getState(), rule)

export default view(controlSet, {
  dialogs: { give: { Dialog: ExportDialog } },
  pages: {
    record: {
      tabs: [
        'overview',
        { key: 'propose', title: TABS.propose, Tab: ProposeTab, visible: holds('control/parameter/propose') },
        { key: 'override', title: TABS.override, Tab: OverrideTab, visible: holds('control/override/index') },
        'history',
      ],
    },
  },
})
