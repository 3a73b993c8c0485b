import { DayPicker } from '../../field/input/date.tsx'
import { useLanguage, useText } from '../../i18n/index.ts'
import { usePageQuery, withValues } from '../../navigation/page-query.ts'
import { KINDS, type Page } from './api.ts'

type Name = 'kind' | 'by' | 'form' | 'from' | 'to' | 'order'

/** What is looked for stands in the address: a link shows a colleague the same. */
export const useFilter = () => {
  const [query, setQuery] = usePageQuery()
  const valueOf = (name: Name): string => query.get(`trail.${name}`) ?? ''
  const filter = {
    kind: valueOf('kind'),
    by: valueOf('by'),
    form: valueOf('form'),
    from: valueOf('from'),
    to: valueOf('to'),
    order: valueOf('order'),
  }
  const set = (name: Name, value: string) => setQuery((now) => withValues(now, { [`trail.${name}`]: value }), { replace: true })
  return { filter, set }
}

export const Filter = ({ forms, shown }: { forms: Page['forms']; shown: string }) => {
  const t = useText('trail')
  const isEnglish = useLanguage() === 'en'
  const { filter, set } = useFilter()
  return (
    <form className="trail-filter no-print" aria-label={t('filter')} onSubmit={(event) => event.preventDefault()}>
      <label>
        {t('what')}
        <select className="input" value={filter.kind} onChange={(event) => set('kind', event.target.value)}>
          <option value="">{t('everything')}</option>
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`kind.${kind}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('form')}
        <select className="input" value={filter.form} onChange={(event) => set('form', event.target.value)}>
          <option value="">{t('everything')}</option>
          {forms.map(({ id, name, nameEn }) => (
            <option key={id} value={id}>
              {(isEnglish && nameEn) || name}
            </option>
          ))}
        </select>
      </label>
      <label>
        {t('by')}
        <input
          className="input"
          type="search"
          defaultValue={filter.by}
          onBlur={(event) => set('by', event.target.value.trim())}
          onKeyDown={(event) => event.key === 'Enter' && set('by', event.currentTarget.value.trim())}
        />
      </label>
      <label>
        {t('from')}
        <DayPicker value={filter.from} onChange={(day) => set('from', day)} />
      </label>
      <label>
        {t('to')}
        <DayPicker value={filter.to} onChange={(day) => set('to', day)} />
      </label>
      <label>
        {t('order')}
        <select className="input" value={filter.order} onChange={(event) => set('order', event.target.value)}>
          <option value="">{t('newest')}</option>
          <option value="asc">{t('oldest')}</option>
        </select>
      </label>
      <span role="status">{shown}</span>
    </form>
  )
}
