import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useText } from '#web'
import { fetchOptions } from '#web/api/resource.ts'
import { useLanguage } from '#web/i18n/index.ts'

/** The studies that this person is in. */
export const useStudies = () => {
  const lang = useLanguage()
  return useQuery({
    queryKey: ['clinical', 'studies', lang],
    queryFn: ({ signal }) => fetchOptions('study.project', { limit: 500 }, signal).then(({ options }) => options),
  })
}

const LAST = 'clinicalStudy'
export const rememberStudy = (study: number): void => localStorage.setItem(LAST, String(study))

/** Where the page opens when its address names no study: the one looked at last, else the first that there was. */
export const usualStudy = (studies: readonly { value: unknown }[]): number | null => {
  const ids = studies.map(({ value }) => Number(value))
  const last = Number(localStorage.getItem(LAST))
  if (ids.includes(last)) return last
  return ids.length ? Math.min(...ids) : null
}

type Props = { value: number | null; onChange(study: number): void }
export const StudyChoice = ({ value, onChange }: Props) => {
  const t = useText('clinical')
  const { data = [], isPending } = useStudies()
  return (
    <Select
      className="clinical-study"
      aria-label={t('study')}
      placeholder={t('chooseStudy')}
      loading={isPending}
      value={value}
      onChange={onChange}
      options={data.map(({ value: id, label }) => ({ value: Number(id), label }))}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
    />
  )
}
