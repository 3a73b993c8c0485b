import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { fetchLedger, type Ledger, type LedgerEntry } from '../../api/account.ts'
import { exactTime, formatNumber, momentOf, relativeTime } from '../../ui/format.ts'
import { ensureText, useLanguage, useText } from '../../i18n/index.ts'
import { Pager } from '../../ui/pager.tsx'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import { useMember } from '../../state/member.ts'
import { useAnswer } from '../../api/use-answer.ts'
import './ledger.css'

await ensureText('list', 'field')

const SCALE: Record<Ledger, number> = { balance: 2, integral: 0 }
const FIRST_LIMIT = 10

const Row = ({ entry, scale }: { entry: LedgerEntry; scale: number }) => {
  const lang = useLanguage()
  const at = momentOf(entry.createtime)
  const amount = formatNumber(Math.abs(entry.change), lang, scale)
  return (
    <tr>
      <td className="ledger-time">
        {at && (
          <time dateTime={at.toISOString()} title={exactTime(at)}>
            {relativeTime(at, lang)}
          </time>
        )}
      </td>
      <th scope="row">{entry.memo}</th>
      <td className="ledger-change" data-sign={entry.change < 0 ? 'out' : 'in'}>
        {entry.change < 0 ? '−' : '+'}
        {amount}
      </td>
      <td className="ledger-before">{formatNumber(entry.before, lang, scale)}</td>
      <td className="ledger-after">{formatNumber(entry.after, lang, scale)}</td>
    </tr>
  )
}

const Entries = ({ ledger, entries, waiting }: { ledger: Ledger; entries: LedgerEntry[]; waiting: boolean }) => {
  const t = useText('member')
  return (
    <table className="ledger" data-waiting={waiting || undefined}>
      <caption className="sr-only">{t(`${ledger}.title`)}</caption>
      <thead>
        <tr>
          {['time', 'memo', 'change', 'before', 'after'].map((name) => (
            <th key={name} scope="col" className={`ledger-${name}`}>
              {t(`ledger.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} scale={SCALE[ledger]} />
        ))}
      </tbody>
    </table>
  )
}

/** Every change of the balance or of the points, newest first. The address holds the page, so that back leads back. */
export const LedgerPage = ({ ledger }: { ledger: Ledger }) => {
  const t = useText('member')
  const lang = useLanguage()
  const now = Number(useMember((s) => (ledger === 'balance' ? s.money : s.score)))
  const [search, setSearch] = useSearchParams()
  const whole = (name: string, fallback: number) => Math.max(1, Math.trunc(Number(search.get(name))) || fallback)
  const page = whole('page', 1)
  const limit = whole('limit', FIRST_LIMIT)
  const { data, error, waiting, reload } = useAnswer(useCallback(() => fetchLedger(ledger, page, limit), [ledger, page, limit]))
  const go = (change: { page: number; limit: number }) =>
    setSearch({
      ...(change.page > 1 && { page: String(change.page) }),
      ...(change.limit !== FIRST_LIMIT && { limit: String(change.limit) }),
    })
  return (
    <>
      <header className="member-title">
        <h1>{t(`${ledger}.title`)}</h1>
        <p>
          {t(`${ledger}.now`)} <strong>{formatNumber(now, lang, SCALE[ledger])}</strong>
        </p>
      </header>
      {error && <Failure error={error} retry={reload} />}
      {!data && !error && <Skeleton rows={6} />}
      {data?.total === 0 && (
        <Empty icon={ledger === 'balance' ? 'scroll-text' : 'badge-check'} title={t(`${ledger}.empty`)} text={t(`${ledger}.emptyHint`)} />
      )}
      {data && data.total > 0 && (
        <>
          <Entries ledger={ledger} entries={data.list} waiting={waiting} />
          <Pager
            page={page}
            limit={limit}
            total={data.total}
            capped={false}
            rowsHere={data.list.length}
            onPage={(next) => go({ page: next, limit })}
            onLimit={(next) => go({ page: 1, limit: next })}
          />
        </>
      )}
    </>
  )
}
