import { useText } from '../../i18n/index.ts'
import { formatNumber } from '../../ui/format.ts'
import { Button } from '../../ui/button.tsx'
import { useResource } from '../context.ts'
import type { BulkVerb } from './use-bulk.ts'

type Props = { count: number; verbs: readonly BulkVerb[]; onVerb(verb: BulkVerb): void; onClear(): void }

/** Takes the place of the selection when all that the filter finds is meant. */
export const BulkBar = ({ count, verbs, onVerb, onClear }: Props) => {
  const t = useText('list')
  const { words } = useResource()
  return (
    <div className="selection-bar" role="toolbar" aria-label={t('selection.label')}>
      <b aria-live="polite">{t('bulk.all', { amount: formatNumber(count, words.lang) })}</b>
      {verbs.map((verb) => (
        <Button key={verb.key} look={verb.danger ? 'danger' : 'plain'} onClick={() => onVerb(verb)}>
          {verb.label}
        </Button>
      ))}
      <Button look="quiet" onClick={onClear}>
        {t('selection.clear')}
      </Button>
    </div>
  )
}
