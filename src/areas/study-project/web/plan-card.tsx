import { useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { useResource, useText } from '#web'
import { WithResource } from '#web/resource/with-resource.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/format.ts'
import type { Plan } from './verification-api.ts'

const FormDrawer = lazy(() => import('#web/resource/form/form-drawer.tsx'))

const Change = ({ study, plan }: { study: number; plan: Plan | null }) => {
  const t = useText('study')
  const { may } = useResource()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  if (!may(plan ? 'edit' : 'add')) return null
  return (
    <>
      <Button look={plan ? 'plain' : 'primary'} onClick={() => setOpen(true)}>
        {t(plan ? 'plan.change' : 'plan.make')}
      </Button>
      {isOpen && (
        <Suspense>
          <FormDrawer
            ids={plan ? [plan.id] : []}
            parent={null}
            preset={{ study }}
            onSaved={() => void client.invalidateQueries({ queryKey: ['list', 'study.mark', 'progress', study] })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** What is to be verified, and who was drawn: on paper too, so that anybody can draw again. */
export const PlanCard = ({ study, plan }: { study: number; plan: Plan | null }) => {
  const t = useText('study')
  const { lang } = useResource().words
  const share = plan && plan.subjects > 0 ? (100 * plan.drawn) / plan.subjects : 0
  return (
    <section className="panel-card" aria-label={t('plan.title')}>
      <h2>
        {t('plan.title')}
        <small className="no-print">
          <WithResource name="study.verification">
            <Change study={study} plan={plan} />
          </WithResource>
        </small>
      </h2>
      {plan ? (
        <dl className="plan-facts">
          <dt>{t('plan.critical')}</dt>
          <dd>{t(plan.critical ? 'plan.everybody' : 'plan.nobody')}</dd>
          <dt>{t('plan.drawn')}</dt>
          <dd>
            {t('plan.share', {
              percent: formatNumber(plan.percent, lang),
              drawn: formatNumber(plan.drawn, lang),
              subjects: formatNumber(plan.subjects, lang),
              share: formatNumber(share, lang, 1),
            })}
          </dd>
          <dt>{t('plan.seed')}</dt>
          <dd>
            <code>{plan.seed}</code>
            <small>{t('plan.rule')}</small>
          </dd>
        </dl>
      ) : (
        <p className="panel-note">{t('plan.none')}</p>
      )}
    </section>
  )
}
