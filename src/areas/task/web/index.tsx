import { later, view } from '#web'
import { task } from '../index.ts'
import { DurationCell, ProgressCell } from './cells.tsx'

const Overview = later(
  () => import('./overview.tsx'),
  (m) => m.Overview,
)
const Log = later(
  () => import('./log.tsx'),
  (m) => m.Log,
)

type Row = { state: string | null; isCancelling: boolean | null }
const isIn = (...states: string[]) => ({ visible: (row: Row) => states.includes(row.state ?? '') && !row.isCancelling })

export default view(task, {
  fields: {
    title: { width: 240 },
    kind: { width: 150 },
    progress: { Cell: ProgressCell, width: 170 },
    duration: { Cell: DurationCell, width: 100 },
  },
  pages: {
    record: {
      tabs: [
        { key: 'overview', title: { 'zh-cn': '概况', en: 'Overview' }, Tab: ({ row }) => <Overview row={row} /> },
        {
          key: 'log',
          title: { 'zh-cn': '日志', en: 'Log' },
          Tab: ({ row }) => <Log key={row.id} task={row.id} title={row.title ?? ''} state={row.state} />,
        },
        'history',
      ],
    },
  },
  rowActions: {
    cancel: isIn('waiting', 'running', 'failed', 'parked'),
    retry: isIn('failed', 'parked'),
    park: isIn('waiting', 'failed'),
  },
})
