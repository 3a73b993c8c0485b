import type { Text } from '#web/i18n/index.ts'
import type { Change, Effect } from './api.ts'

/** What changes about a variable, and what that does to its data, as one sentence. */
export const changeLine = (t: Text, change: Change, effect: Effect | undefined): string => {
  const named = (field: string) => t(`column.${field}`)
  const cells = change.cells.map(({ field, before, after }) => `${named(field)}: ${before || '∅'} → ${after || '∅'}`).join('; ')

  const odd = Object.entries(effect?.odd ?? {}).map(([kind, count]) => t(`odd.${kind}`, { count }))
  const data = effect?.values ? [t('values', { count: effect.values }), ...odd].join(', ') : ''
  const kind = t(`change.${change.kind}`)
  return [`${kind} ${change.form} · ${change.code}`, cells, data].filter(Boolean).join(' — ')
}
