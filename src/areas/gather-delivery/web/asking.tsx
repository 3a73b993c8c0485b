import type { Row } from '#kernel'
import { WillBeAsked } from '#web/study/asked.tsx'
import type { gatherDelivery } from '../index.ts'

type Props = { rows: readonly Row<typeof gatherDelivery>[]; values: Record<string, unknown> }
/** Below the question: whom it goes to. */
export const Asking = ({ rows: [row] }: Props) => (row ? <WillBeAsked about={{ delivery: row.id }} isWritten /> : null)
