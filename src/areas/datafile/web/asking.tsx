import type { Row } from '#kernel'
import { WillBeAsked } from '#web/study/asked.tsx'
import type { datafile } from '../index.ts'

type Props = { rows: readonly Row<typeof datafile>[]; values: Record<string, unknown> }
/** Below the question: whom it goes to. */
export const Asking = ({ rows: [row], values }: Props) =>
  row ? <WillBeAsked about={{ datafile: row.id, study: typeof values['study'] === 'number' ? values['study'] : null }} isWritten /> : null
