import { ensureText, useText } from '#web'
import { UsualViews } from '#web/resource/list/usual-views.tsx'
import { finding } from '../index.ts'

await ensureText('control')

const inState = (val: string) => [{ field: 'state', operator: 'IN', val } as const]

/** What waits for somebody to decide, what was decided, and everything. */
export const Views = () => {
  const t = useText('control')
  const views = [
    { key: 'open', filters: finding.list.opens?.where ?? [] },
    { key: 'going', filters: inState('fixing,queried') },
    { key: 'accepted', filters: inState('accepted,false_positive') },
    { key: 'resolved', filters: inState('resolved') },
    { key: 'all', filters: [] },
  ]
  return <UsualViews label={t('finding.views')} views={views.map((view) => ({ ...view, title: t(`finding.view.${view.key}`) }))} />
}
