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
