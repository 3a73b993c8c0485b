import { usePageQuery, withValues } from '#web/navigation/page-query.ts'

/** What the address says: which study, which of its forms, which record of that. A link shows a colleague the same. */
export type DataPlace = { study: number | null; form: number | null; record: number | null }

const whole = (text: string | null): number | null => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

export const addressOf = ({ study, form, record }: Partial<DataPlace>): string => {
  const query = withValues(new URLSearchParams(), { study: study ?? null, form: form ?? null, record: record ?? null })
  return `/admin/clinical/data?${query.toString()}`
}

export const usePlace = () => {
  const [query, setQuery] = usePageQuery()
  const place: DataPlace = { study: whole(query.get('study')), form: whole(query.get('form')), record: whole(query.get('record')) }
  const go = (next: Partial<DataPlace>, options?: { replace: boolean }) =>
    setQuery((now) => withValues(new URLSearchParams(), { study: now.get('study'), form: now.get('form'), ...next }), options)
  return { place, go }
}
