import { later, view } from '#web'
import { task } from '../index.ts'
import { TABS } from '../locale.ts'
import { DurationCell, ErrorCell, ProgressCell } from './cells.tsx'

const Overview = later(
  () => import('./overview.tsx'),
  (m) => m.Overview,
)
const Log = later(
  () => import('./log.tsx'),
  (m) => m.Log,
)

const Views = later(
  () => import('./views.tsx'),
  (m) => m.Views,
)

type Row = { state: string | null; isCancelling: boolean | null }
const isIn = (...states: string[]) => ({ visible: (row: Row) => states.includes(row.state ?? '') && !row.isCancelling })

export default view(task, {
  slots: { aboveList: Views },
  fields: {
    title: { width: 240 },
    kind: { width: 150 },
    error: { Cell: ErrorCell, width: 200 },
    progress: { Cell: ProgressCell, width: 130 },
    duration: { Cell: DurationCell, width: 100 },
  },
  pages: {
    record: {
      tabs: [
        { key: 'overview', title: TABS.overview, Tab: ({ row }) => <Overview row={row} /> },
        {
          key: 'log',
          letter: 'L',
          title: TABS.log,
          Tab: ({ row }) => <Log key={row.id} task={row.id} title={row.title ?? ''} state={row.state} />,
        },
        'history',
      ],
    },
  },
  rowActions: {
    cancel: { key: 'C', ...isIn('waiting', 'running', 'failed', 'parked') },
    retry: { key: 'R', ...isIn('failed', 'parked') },
    park: isIn('waiting', 'failed'),
  },
})
