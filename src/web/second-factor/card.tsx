import { useCallback, useState } from 'react'
import type { Audience } from '../api/session.ts'
import { useAnswer } from '../api/use-answer.ts'
import { ensureText, useText } from '../i18n/index.ts'
import { Button } from '../ui/button.tsx'
import { exactTime, momentOf } from '../ui/format.ts'
import { Failure, Skeleton } from '../ui/states.tsx'
import { begin, confirm, end, fetchStatus, type Offer as Offered, renew } from './api.ts'
import { Offer } from './offer.tsx'
import { ProofForm } from './proof-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import '../ui/panel-card.css'
import './factor.css'

await ensureText('factor', 'login', 'list', 'field')

/** Few enough to be told to make new ones. */
const FEW = 3
type Doing = { at: 'begin' | 'renew' | 'end' } | { at: 'offer'; offer: Offered } | { at: 'codes'; codes: string[] }

/** One's own second step: set up, renewed, switched off. */
export const SecondFactorCard = ({ audience }: { audience: Audience }) => {
  const t = useText('factor')
  const [doing, setDoing] = useState<Doing | null>(null)
  const { data, error, reload } = useAnswer(useCallback(() => fetchStatus(audience), [audience]))
  const stop = () => setDoing(null)
  const show = (codes: string[]) => {
    setDoing({ at: 'codes', codes })
    reload()
  }
  const since = momentOf(data?.factor?.since)
  return (
    <section className="panel-card" aria-label={t('title')}>
      <h2>
        {t('title')}
        {data && <span className="panel-badge">{t(data.factor ? 'on' : 'off')}</span>}
      </h2>
      {error && !data && <Failure error={error} retry={reload} />}
      {!data && !error && <Skeleton rows={2} />}
      {data && !doing && (
        <>
          <p className="panel-note">{data.factor ? t('onSince', { time: since ? exactTime(since) : '' }) : t('why')}</p>
          {data.factor && (
            <p className={data.factor.left <= FEW ? 'notice' : 'panel-note'} role="status">
              {t('left', { count: data.factor.left })}
            </p>
          )}
          <div className="factor-steps">
            {data.factor ? (
              <>
                <Button onClick={() => setDoing({ at: 'renew' })}>{t('renew')}</Button>
                {data.isRequired ? <small>{t('required')}</small> : <Button onClick={() => setDoing({ at: 'end' })}>{t('end')}</Button>}
              </>
            ) : (
              <Button look="primary" onClick={() => setDoing({ at: 'begin' })}>
                {t('begin')}
              </Button>
            )}
          </div>
        </>
      )}
      {doing?.at === 'begin' && (
        <ProofForm
          key="begin"
          asks={['password']}
          action={t('next')}
          onBack={stop}
          onProved={async ({ password }) => setDoing({ at: 'offer', offer: await begin(audience, password) })}
        />
      )}
      {doing?.at === 'offer' && (
        <ProofForm
          key="offer"
          asks={['code']}
          action={t('confirm')}
          onBack={stop}
          onProved={async ({ code }) => show(await confirm(audience, code))}
        >
          <Offer offer={doing.offer} />
        </ProofForm>
      )}
      {doing?.at === 'renew' && (
        <ProofForm
          key="renew"
          asks={['password', 'code']}
          action={t('renew')}
          onBack={stop}
          onProved={async (proof) => show(await renew(audience, proof))}
        />
      )}
      {doing?.at === 'end' && (
        <ProofForm
          key="end"
          asks={['password', 'code']}
          action={t('end')}
          onBack={stop}
          onProved={async (proof) => {
            await end(audience, proof)
            stop()
            reload()
          }}
        />
      )}
      {doing?.at === 'codes' && <RecoveryCodes codes={doing.codes} onKept={stop} />}
    </section>
  )
}
