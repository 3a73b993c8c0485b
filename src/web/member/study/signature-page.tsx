import { useCallback, useEffect } from 'react'
import { fetchSheets, type Sheet, signSheet } from '../../api/member-signature.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { SignatureForm } from '../../study/signature/form.tsx'
import { exactTime, momentOf } from '../../ui/format.ts'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import './signature.css'

await ensureText('study', 'list')

const POLL_MS = 2000

const Facts = ({ sheet: { hash, records, forms } }: { sheet: Sheet }) => {
  const t = useText('study')
  return (
    <dl>
      <dt>{t('signature.records')}</dt>
      <dd>{records}</dd>
      <dt>{t('signature.hash')}</dt>
      <dd>
        <code>{hash}</code>
      </dd>
      {(forms ?? []).map(({ form, label, records: count, hash: own }) => [
        <dt key={form}>
          {label ?? form} · {count}
        </dt>,
        <dd key={`${form} hash`}>
          <code>{own}</code>
        </dd>,
      ])}
    </dl>
  )
}

const Card = ({ sheet, onSigned }: { sheet: Sheet; onSigned(): void }) => {
  const t = useText('study')
  const { id, study, scope, title, state, signedAt } = sheet
  const moment = momentOf(signedAt)
  return (
    <article className="member-sheet">
      <h2>{study}</h2>
      {scope !== 'study' && <p>{t(`signature.of.${scope}`, { title })}</p>}
      {state === 'hashing' ? <p role="status">{t('signature.hashing')}</p> : <Facts sheet={sheet} />}
      {state === 'ready' && <SignatureForm id={id} isPart={scope !== 'study'} signs={signSheet} onSigned={onSigned} />}
      {state === 'signed' && moment && <p role="status">{t('signature.signedOn', { at: exactTime(moment) })}</p>}
    </article>
  )
}

/** What an investigator answers for: the content as it was frozen, and the password again. */
export default function SignaturePage() {
  const t = useText('study')
  const { data, error, reload } = useAnswer(useCallback(() => fetchSheets(), []))
  const isAtWork = data?.some(({ state }) => state === 'hashing') ?? false
  useEffect(() => {
    if (!isAtWork) return
    const timer = setInterval(reload, POLL_MS)
    return () => clearInterval(timer)
  }, [isAtWork, reload])
  return (
    <>
      <header className="member-title">
        <h1>{t('signature.memberTitle')}</h1>
        <p>{t('signature.memberHint')}</p>
      </header>
      {!data ? (
        error ? (
          <Failure error={error} retry={reload} />
        ) : (
          <Skeleton rows={4} />
        )
      ) : data.length === 0 ? (
        <Empty icon="signature" title={t('signature.memberNone')} text={t('signature.memberHint')} />
      ) : (
        data.map((sheet) => <Card key={sheet.id} sheet={sheet} onSigned={reload} />)
      )}
    </>
  )
}
