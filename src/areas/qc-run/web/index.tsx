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

export default view(qcRun, {
  fields: {
    title: { width: 220 },
    score: { width: 90, Cell: ({ value }) => <>{typeof value === 'number' ? Math.round(value * 10) / 10 : '–'}</> },
    applicable: { width: 90 },
    total: { width: 90 },
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
