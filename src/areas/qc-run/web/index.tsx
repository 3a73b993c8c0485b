import { later, view } from '#web'
import { qcRun } from '../index.ts'
import { TABS } from '../locale.ts'

const RunOverview = later(
  () => import('./run-overview.tsx'),
  (m) => m.RunOverview,
)

const RunInsight = later(
  () => import('./run-insight.tsx'),
  (m) => m.RunInsight,
)

const Asked = later(
  () => import('./run-cells.tsx'),
  (m) => m.Asked,
)
const Dimensions = later(
  () => import('./run-cells.tsx'),
  (m) => m.Dimensions,
)
const Snapshots = later(
  () => import('./run-cells.tsx'),
  (m) => m.Snapshots,
)
const Versions = later(
  () => import('./run-cells.tsx'),
  (m) => m.Versions,
)
const Mailed = later(
  () => import('./run-cells.tsx'),
  (m) => m.Mailed,
)
// Told by the verdict, or kept for whoever reads the violations.
const elsewhere = true as const

export default view(qcRun, {
  fields: {
    title: { width: 220 },
    score: { width: 90, Cell: ({ value }) => <>{typeof value === 'number' ? Math.round(value * 10) / 10 : '–'}</> },
    applicable: { width: 90 },
    total: { width: 90 },
    asked: { Cell: Asked },
    dimensions: { Cell: Dimensions },
    snapshots: { Cell: Snapshots },
    versions: { Cell: Versions },
    mailed: { Cell: Mailed },
    told: { elsewhere },
    sites: { elsewhere },
    scores: { elsewhere },
    judgedAt: { Cell: ({ value }) => <>{value?.replace('T', ' ') ?? '–'}</> },
  },
  pages: {
    record: {
      tabs: [
        { key: 'verdict', title: TABS.verdict, Tab: RunOverview },
        { key: 'insight', title: TABS.insight, Tab: RunInsight, visible: (row) => row.state === 'done' },
        'results',
        'changes',
        'overview',
        'history',
      ],
    },
  },
  rowActions: { again: { visible: (row) => row.state === 'done' || row.state === 'failed' } },
})
