import { ensureText, useText } from '#web'
import type { CellViewProps } from '#web'
import { exactTime, formatNumber, momentOf } from '#web/ui/format.ts'

await ensureText('control')

const isEvidence = (value: unknown): value is { rows: number; judged: number; violated: number; hash: string; at: string } =>
  typeof value === 'object' && value !== null && 'hash' in value && 'rows' in value

/** The trial that a version counts as tested by, as a sentence. */
export const TestedOn = ({ value, words }: CellViewProps) => {
  const t = useText('control')
  if (!isEvidence(value)) return <>–</>
  const at = momentOf(value.at)
  const number = (n: number) => formatNumber(n, words.lang)
  return (
    <>
      {t('trial.evidence', { rows: number(value.rows), judged: number(value.judged), violated: number(value.violated) })}{' '}
      {at && <time dateTime={at.toISOString()}>{exactTime(at)}</time>} <code title={value.hash}>{value.hash.slice(0, 12)}</code>
    </>
  )
}
