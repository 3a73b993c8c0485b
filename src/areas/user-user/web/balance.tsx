import { ensureText, type RowData, useText } from '#web'
import { formatNumber } from '#web/ui/format.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { go } from '#web/navigation/open.ts'
import { useCan } from '#web/state/ability.tsx'
import '#web/ui/effect.css'
import './balance.css'

await ensureText('area')

type Kept = 'money' | 'score'
const LEDGER = { money: 'user/moneyLog', score: 'user/scoreLog' } as const
const scaleOf = (kept: Kept) => (kept === 'money' ? 2 : 0)

const Line = ({ kept, before, after }: { kept: Kept; before: number; after: number }) => {
  const lang = useLanguage()
  const shown = (n: number) => formatNumber(n, lang, scaleOf(kept))
  return (
    <p className="balance" data-bad={after < 0 || undefined}>
      {shown(before)}
      <span aria-hidden>→</span>
      <b>{shown(after)}</b>
    </p>
  )
}

/** What the balance will be, before anybody agrees to it. */
const preview =
  (kept: Kept) =>
  ({ rows: [row], values }: { rows: readonly RowData[]; values: Record<string, unknown> }) => {
    const t = useText('area')
    const before = Number(row?.[kept] ?? 0)
    const change = typeof values['change'] === 'number' ? values['change'] : 0
    return (
      <section className="effect" aria-live="polite">
        <h3>{t(`people.${kept}After`)}</h3>
        <Line kept={kept} before={before} after={before + change} />
        {before + change < 0 && <p role="alert">{t('people.tooLittle')}</p>}
      </section>
    )
  }

const answer =
  (kept: Kept) =>
  ({ rows: [row], answer: entry }: { rows: readonly RowData[]; answer: unknown }) => {
    const t = useText('area')
    const { before, after, memo } = entry as { before: number; after: number; memo: string }
    const mayRead = useCan(`${LEDGER[kept]}/index`)
    return (
      <section className="effect">
        <h3>{t('people.booked')}</h3>
        <Line kept={kept} before={before} after={after} />
        <p>{memo}</p>
        {mayRead && row && (
          <Button onClick={() => void go(`/admin/${LEDGER[kept]}?filter=member:IN:${row.id}`)}>{t('people.ledger')}</Button>
        )}
      </section>
    )
  }

export const moneyDialog = { Preview: preview('money'), Answer: answer('money') }
export const scoreDialog = { Preview: preview('score'), Answer: answer('score') }
