import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { exactTime, joinNames, momentOf } from '#web/ui/format.ts'
import type { Entry, Item } from './api.ts'

const shown = (value: string | null | undefined): string => value ?? '∅'

const Line = ({ item }: { item: Item }) => {
  const t = useText('query')
  const lang = useLanguage()
  const rule = { rule: `${item.code} ${lang === 'en' ? item.nameEn : item.name}`, version: item.version ?? '–' }
  if (item.value !== undefined) return <li>{t('standing', { ...rule, field: item.field ?? '', value: shown(item.value) })}</li>
  const at = momentOf(item.at)
  return (
    <li>
      {item.field} <del>{shown(item.before)}</del>
      {item.after !== undefined && (
        <>
          {' → '}
          <ins>{shown(item.after)}</ins>
        </>
      )}
      {item.by && ` (${joinNames([item.by, ...(at ? [exactTime(at)] : [])])})`}
      {t('noMore', rule)}
    </li>
  )
}

/** What an entry says beyond its text: to whom it was given, or what a run saw. */
export const FactsOf = ({ entry: { facts, told, run } }: { entry: Entry }) => {
  const t = useText('query')
  if (!facts) return null
  const { names, isRule, items, hash } = facts
  return (
    <>
      {names &&
        told.map(({ title, after }) => (
          <p key={title}>
            {title} {after}
          </p>
        ))}
      {items && (
        <>
          <p>
            {t('byRun')} <a href={`/admin/qc/run/${run}`}>#{run}</a>
          </p>
          <ul>
            {items.map((item) => (
              <Line key={item.finding} item={item} />
            ))}
          </ul>
        </>
      )}
      {isRule && <p>{t('ruleChanged')}</p>}
      {hash && (
        <p className="query-hash">
          {t('hash')} <code>{hash}</code>
        </p>
      )}
    </>
  )
}
