import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useResource, useText } from '#web'
import { exactTime, formatNumber, momentOf } from '#web/ui/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { SignatureForm } from '#web/study/signature/form.tsx'
import { SignedForms } from '#web/study/signature/forms.tsx'
import { WaivedList } from '#web/study/signature/waived.tsx'
import { fetchSignatures } from './signature-api.ts'
import type { Signature } from './signature-api.ts'
import { Waivers } from './waivers.tsx'

const POLL_MS = 2000
const atOf = (text: string | null): string => {
  const moment = momentOf(text)
  return moment ? exactTime(moment) : '–'
}
const isAtWork = ({ state, checkedAt }: Signature): boolean => state === 'hashing' || (state === 'signed' && checkedAt === null)

const Signed = ({ signature: { by, signedAt, meaning, hash, checkedHash, checkedAt } }: { signature: Signature }) => {
  const t = useText('study')
  const isSame = checkedHash === hash
  return (
    <dl className="signature-facts">
      <dt>{t('signature.by')}</dt>
      <dd>
        {by} · <time dateTime={signedAt ?? ''}>{atOf(signedAt)}</time>
      </dd>
      <dt>{t('signature.meaning')}</dt>
      <dd>{meaning}</dd>
      <dt>{t('signature.checked')}</dt>
      <dd data-bad={checkedAt !== null && !isSame ? true : undefined}>
        {checkedAt === null ? t('signature.checking') : `${t(isSame ? 'signature.same' : 'signature.other')} · ${atOf(checkedAt)}`}
      </dd>
    </dl>
  )
}

const Sheet = ({ signature, onSigned, children }: { signature: Signature; onSigned(): void; children?: ReactNode }) => {
  const t = useText('study')
  const { lang } = useResource().words
  if (signature.hash === null)
    return (
      <p className="panel-note" role="status">
        {t('signature.hashing')}
      </p>
    )
  return (
    <>
      <dl className="signature-facts">
        <dt>{t('signature.hash')}</dt>
        <dd>
          <code>{signature.hash}</code>
        </dd>
        <dt>{t('signature.records')}</dt>
        <dd>{formatNumber(signature.records ?? 0, lang)}</dd>
      </dl>
      <SignedForms forms={signature.forms} />
      {children}
      {signature.state !== 'ready' ? (
        <Signed signature={signature} />
      ) : signature.signs ? (
        <SignatureForm id={signature.id} isPart={signature.scope !== 'study'} onSigned={onSigned} />
      ) : (
        <p className="panel-note" role="status">
          {signature.signers ? t('signature.waits', { who: signature.signers }) : t('signature.nobody')}
        </p>
      )}
    </>
  )
}

/** A part of the study that is signed by itself. */
const PartCard = ({ signature, onSigned }: { signature: Signature; onSigned(): void }) => {
  const t = useText('study')
  return (
    <section className="panel-card signature-card">
      <h2>{t(`signature.of.${signature.scope}`, { title: signature.title })}</h2>
      <Sheet signature={signature} onSigned={onSigned} />
    </section>
  )
}

/** The content of the frozen study and of parts of it, and who answers for it. Printed, it is the signature page. */
export const SignatureCards = ({ study, title, reload }: { study: number; title: string; reload(): void }) => {
  const t = useText('study')
  const { lang } = useResource().words
  const { data, error, refetch } = useQuery({
    // With the list of locks: a sheet is asked for there, and void when one is lifted.
    queryKey: ['list', 'study.lock', 'sheets', study, lang],
    queryFn: ({ signal }) => fetchSignatures(study, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.list.some(isAtWork) ? POLL_MS : false),
  })
  const client = useQueryClient()
  const whole = data?.list.find(({ scope }) => scope === 'study')
  const checkedAt = whole?.checkedAt
  // What stood in the way of the lock is gone with this: whoever waits on the page is told.
  useEffect(() => {
    if (checkedAt) void client.invalidateQueries({ queryKey: ['study', study, 'overview'] })
  }, [client, study, checkedAt])
  if (error && data === undefined) return <Failure error={error} retry={() => void refetch()} />
  if (data === undefined) return <Skeleton rows={3} />
  const again = () => {
    void refetch()
    reload()
  }
  return (
    <>
      <section className="panel-card signature-card">
        <h2>
          {t('signature.title')}
          {data.list.some(({ hash }) => hash !== null) && (
            <small className="no-print">
              <Button look="quiet" onClick={() => window.print()}>
                {t('signature.print')}
              </Button>
            </small>
          )}
        </h2>
        <p className="only-print">{title}</p>
        {whole ? (
          <Sheet signature={whole} onSigned={again}>
            {whole.waived ? <WaivedList waived={whole.waived} /> : <Waivers study={study} />}
          </Sheet>
        ) : (
          <>
            <p className="panel-note">{t('signature.none')}</p>
            <Waivers study={study} />
          </>
        )}
      </section>
      {data.more > 0 && (
        <p className="panel-note" role="alert">
          {t('signature.more', { count: data.more })}
        </p>
      )}
      {data.list
        .filter(({ scope }) => scope !== 'study')
        .map((one) => (
          <PartCard key={one.id} signature={one} onSigned={again} />
        ))}
    </>
  )
}
