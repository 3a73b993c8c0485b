import type { Text } from '#web/i18n/index.ts'
import type { Change, Effect } from './api.ts'

/** What changes about a variable, and what that does to its data, as one sentence. */
export const changeLine = (t: Text, change: Change, effect: Effect | undefined): string => {
  const isForm = change.code === ''
  const named = (field: string) => t(`${isForm ? 'form' : 'column'}.${field}`)
  const said = (value: string) => (value === 'true' || value === 'false' ? t(`tick.${value}`) : value || '∅')
  const cells = change.cells.map(({ field, before, after }) => `${named(field)}: ${said(before)} → ${said(after)}`).join('; ')

  const odd = Object.entries(effect?.odd ?? {}).map(([kind, count]) => t(`odd.${kind}`, { count }))
  const hidden = effect?.hidden ? [t('hidden', { count: effect.hidden })] : []
  const told = effect?.told ? [t('told', { count: effect.told })] : []
  const rules = effect?.rules.length ? [t('rules', { rules: effect.rules.join(', ') })] : []
  const data = [...(effect?.values ? [t('values', { count: effect.values }), ...odd] : []), ...hidden, ...told, ...rules].join(', ')
  const kind = t(`change.${change.kind}`)
  return [`${kind} ${isForm ? t('form.one', { form: change.form }) : `${change.form} · ${change.code}`}`, cells, data]
    .filter(Boolean)
    .join(' — ')
}
