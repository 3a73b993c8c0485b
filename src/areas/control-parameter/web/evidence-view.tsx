import { ensureText, useText } from '#web'
import type { CellViewProps } from '#web'
import { behind } from '#web/languages.ts'
import { formatNumber } from '#web/ui/format.ts'

await ensureText('control')

const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

/** What spoke for a rule that was taken over. */
export const EvidenceView = ({ value, words }: CellViewProps) => {
  const t = useText('control')
  const said = partOf(partOf(value, 'evidence'), behind(words.lang))
  const [confidence, rows] = [partOf(value, 'confidence'), partOf(value, 'rows')]
  const parts = [
    ...(typeof said === 'string' ? [said] : []),
    ...(typeof confidence === 'number' ? [t('proposal.confidence', { share: formatNumber(confidence * 100, words.lang, 1) })] : []),
    ...(typeof rows === 'number' ? [t('proposal.rows', { rows: formatNumber(rows, words.lang) })] : []),
  ]
  return <>{parts.join(' · ') || '–'}</>
}
