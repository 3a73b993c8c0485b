import { WillBeAsked } from '#web/study/asked.tsx'

const whole = (value: unknown): number | null => (typeof value === 'number' ? value : null)
/** Below a question about a record or one value of it: whom it goes to. */
export const Asking = ({ values }: { values: Record<string, unknown> }) => {
  const [form, record, field] = [whole(values['form']), whole(values['record']), values['field']]
  if (form === null || record === null) return null
  return <WillBeAsked about={{ form, record, field: typeof field === 'string' ? field : null }} isWritten />
}
