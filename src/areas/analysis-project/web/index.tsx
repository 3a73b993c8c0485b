import { later, view } from '#web'
import { analysisProject } from '../index.ts'
import { TABS } from '../locale.ts'

const PlanTab = later(
  () => import('./plan-tab.tsx'),
  (m) => m.PlanTab,
)
const ReleaseTab = later(
  () => import('./release-tab.tsx'),
  (m) => m.ReleaseTab,
)

/** Shown by the tabs of the plan and of the release. */
const elsewhere = true as const

export default view(analysisProject, {
  fields: {
    code: { width: 130 },
    title: { width: 220 },
    subjects: { width: 90 },
    cohortForm: { elsewhere },
    cohort: { elsewhere },
    plan: { elsewhere },
    evidence: { elsewhere },
    look: { elsewhere },
    task: { elsewhere },
  },
  pages: {
    record: {
      tabs: [
        'overview',
        { key: 'plan', title: TABS.plan, Tab: PlanTab },
        { key: 'release', title: TABS.release, Tab: ReleaseTab },
        'history',
      ],
    },
  },
  rowActions: { edit: { visible: (row) => row.state === 'draft' || row.state === 'submitted' } },
})
