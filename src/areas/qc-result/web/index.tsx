import { view } from '#web'
import { formatNumber } from '#web/ui/format.ts'
import { qcResult } from '../index.ts'
import { Violated } from './violated.tsx'

export default view(qcResult, {
  fields: {
    code: { width: 130 },
    parameter: { width: 230 },
    status: { width: 130 },
    violated: { width: 100, Cell: Violated },
    denominator: { width: 90 },
    target: { width: 190 },
    check: { width: 90 },
    score: { width: 90, Cell: ({ value, words }) => <>{value === null ? '–' : formatNumber(value, words.lang, 1)}</> },
  },
})
