import type { Row } from '#kernel'
import { WillBeAsked } from '#web/study/asked.tsx'
import type { finding } from '../index.ts'

/** Below the question: whom it goes to. */
export const RaisePreview = ({ rows, values }: { rows: readonly Row<typeof finding>[]; values: Record<string, unknown> }) => (
  <WillBeAsked
    about={{ findings: rows.map(({ id }) => id) }}
    isWritten={typeof values['text'] === 'string' && values['text'].trim() !== ''}
  />
)
