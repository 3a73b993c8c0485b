import printer from 'virtual:icon/printer'
import { useCallback, useEffect } from 'react'
import { fetchSheets, type Sheet, signSheet } from '../../api/member-signature.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { ensureText, useLanguage, useText } from '../../i18n/index.ts'
import { SignatureForm } from '../../study/signature/form.tsx'
import { WaivedList } from '../../study/signature/waived.tsx'
import { Button } from '../../ui/button.tsx'
import { exactTime, formatNumber, momentOf } from '../../ui/format.ts'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import './signature.css'

await ensureText('study', 'list')

const POLL_MS = 2000

const Moment = ({ at }: { at: string | null }) => {
  const moment = momentOf(at)
  return moment && <time dateTime={at ?? undefined}>{exactTime(moment)}</time>
}

const Facts = ({ sheet: { hash, records, forms } }: { sheet: Sheet }) => {
  const t = useText('study')
  const lang = useLanguage()
  return (
    <dl>
      <dt>{t('signature.records')}</dt>
      <dd>{formatNumber(records ?? 0, lang)}</dd>
      <dt>{t('signature.hash')}</dt>
      <dd>
        <code>{hash}</code>
      </dd>
      {(forms ?? []).map(({ form, label, records: count, hash: own }) => [
        <dt key={form}>
          {label ?? form} · {formatNumber(count, lang)}
        </dt>,
        <dd key={`${form} hash`}>
          <code>{own}</code>
        </dd>,
      ])}
    </dl>
  )
}

const Signed = ({ sheet: { by, meaning, signedAt, hash, checkedHash, checkedAt } }: { sheet: Sheet }) => {
  const t = useText('study')
  const isSame = checkedHash === hash
  return (
    <div role="status">
      <dl>
        <dt>{t('signature.by')}</dt>
        <dd>
          {by} · <Moment at={signedAt} />
        </dd>
        <dt>{t('signature.meaning')}</dt>
        <dd>{meaning}</dd>
        <dt>{t('signature.checked')}</dt>
        <dd data-bad={checkedAt !== null && !isSame ? true : undefined}>
          {checkedAt === null ? t('signature.checking') : t(isSame ? 'signature.same' : 'signature.other')}
          {checkedAt !== null && (
            <>
              {' · '}
              <Moment at={checkedAt} />
            </>
          )}
        </dd>
      </dl>
    </div>
  )
}

/** One sheet alone: what else stands on the page is of other studies. */
const printAlone = (button: HTMLElement): void => {
  const sheet = button.closest('.member-sheet')
  sheet?.toggleAttribute('data-print', true)
  window.print()
  sheet?.toggleAttribute('data-print', false)
}

const Card = ({ sheet, onSigned }: { sheet: Sheet; onSigned(): void }) => {
  const t = useText('study')
  const { id, study, scope, title, state } = sheet
  return (
    <article className="member-sheet">
      <h2>{study}</h2>
      {scope !== 'study' && <p>{t(`signature.of.${scope}`, { title })}</p>}
      {state === 'hashing' ? <p role="status">{t('signature.hashing')}</p> : <Facts sheet={sheet} />}
      <WaivedList waived={sheet.waived} />
      {state === 'ready' && <SignatureForm id={id} isPart={scope !== 'study'} signs={signSheet} onSigned={onSigned} />}
      {state === 'signed' && <Signed sheet={sheet} />}
      {state !== 'hashing' && (
        <p className="member-tools">
          <Button icon={printer} onClick={({ currentTarget }) => printAlone(currentTarget)}>
            {t('signature.print')}
          </Button>
        </p>
      )}
    </article>
  )
}

/** What an investigator answers for: the content as it was frozen, and the password again. */
export default function SignaturePage() {
  const t = useText('study')
  const { data, error, reload } = useAnswer(useCallback(() => fetchSheets(), []))
  const isAtWork = data?.list.some(({ state, checkedAt }) => state === 'hashing' || (state === 'signed' && checkedAt === null)) ?? false
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
      ) : data.list.length === 0 ? (
        <Empty icon="signature" title={t('signature.memberNone')} />
      ) : (
        data.list.map((sheet) => <Card key={sheet.id} sheet={sheet} onSigned={reload} />)
      )}
      {data && data.more > 0 && <p role="status">{t('signature.older', { count: data.more })}</p>}
    </>
  )
}
