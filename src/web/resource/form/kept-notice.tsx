import type { Draft } from '../../draft/draft.ts'
import { useText } from '../../i18n/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { exactTime } from '../../ui/format.ts'

/** Nobody wonders where the text comes from, and whoever does not want it is rid of it. */
export const KeptNotice = ({ draft, onDiscard }: { draft: Draft; onDiscard(): void }) => {
  const t = useText('form')
  return (
    <p className="form-kept" role="status">
      <Icon name="history" size={15} />
      <span>{t('kept.said', { time: exactTime(new Date(draft.at)) })}</span>
      <button type="button" className="link" onClick={onDiscard}>
        {t('kept.discard')}
      </button>
    </p>
  )
}
