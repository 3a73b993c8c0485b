import { ensureText, useText } from '../../i18n/index.ts'
import { exactTime, momentOf } from '../../ui/format.ts'
import './waived.css'

await ensureText('study')

export type Waived = { text: string; reason: string; by: string | null; second: string | null; at: string | null }
const isWaived = (given: unknown): given is Waived =>
  typeof given === 'object' && given !== null && 'text' in given && 'reason' in given && 'by' in given && 'second' in given && 'at' in given

/** As a sheet that waits comes to whoever signs it; nothing for whoever does not. */
export const waivedIn = (row: Readonly<Record<string, unknown>>): Waived[] | null =>
  Array.isArray(row['waived']) ? row['waived'].filter(isWaived) : null

const By = ({ by, second, at }: Pick<Waived, 'by' | 'second' | 'at'>) => {
  const t = useText('study')
  const moment = momentOf(at)
  return (
    <small>
      {t('waiver.by', { by: by ?? '–', second: second ?? '–' })}
      {moment && <time dateTime={at ?? undefined}> · {exactTime(moment)}</time>}
    </small>
  )
}

/** What was left open with the agreement of two, and why: it is signed with the rest, and stands on paper beside it. */
export const WaivedList = ({ waived, more = 0 }: { waived: readonly Waived[]; more?: number }) => {
  const t = useText('study')
  if (waived.length === 0) return null
  return (
    <section className="signature-waivers" aria-label={t('waiver.title')}>
      <h3>{t('waiver.title')}</h3>
      <ul>
        {waived.map(({ text, reason, ...agreed }) => (
          <li key={`${text} ${agreed.at}`}>
            <b>{text}</b>
            <span>{reason}</span>
            <By {...agreed} />
          </li>
        ))}
      </ul>
      {more > 0 && <p role="alert">{t('signature.more', { count: more })}</p>}
    </section>
  )
}
