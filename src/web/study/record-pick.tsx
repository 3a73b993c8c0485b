import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { Suspense, useId } from 'react'
import { type Field, printQuery } from '#kernel'
import { fetchList } from '../api/resource.ts'
import { inputs } from '../field/inputs.tsx'
import { useText } from '../i18n/index.ts'
import { behind, type Lang } from '../languages.ts'
import { useTables } from './catalogue.ts'

const POINTERS: Readonly<Record<'study' | 'datafile', Field>> = {
  study: { kind: 'ref', to: 'study.project', label: 'title' },
  datafile: { kind: 'ref', to: 'datafile', label: 'name' },
}
const idOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

type Props = { what: 'study' | 'datafile'; label: string; value: number | null; onChange(id: number | null): void; lang: Lang }
/** A study or a data file, found as in every form. */
export const RecordPick = ({ what, label, value, onChange, lang }: Props) => {
  const id = useId()
  const Input = inputs.ref
  const words = {
    lang,
    title: label,
    remark: '',
    field: () => label,
    help: () => undefined,
    option: (_: string, option: string) => option,
    section: (key: string) => key,
    action: (name: string) => name,
    move: (to: string) => to,
  }
  return (
    <div className="form-field">
      <label htmlFor={id} className="form-label">
        {label}
      </label>
      <Suspense fallback={<span className="input form-waiting" />}>
        <Input
          id={id}
          name={what}
          field={POINTERS[what]}
          value={value}
          onChange={(next) => onChange(idOf(next))}
          words={words}
          disabled={false}
          invalid={false}
          describedBy={undefined}
        />
      </Suspense>
    </div>
  )
}

type FormProps = {
  study: number
  value: number | null
  onChange(id: number | null): void
  lang: Lang
  /** None stands for all of them. */
  isOptional?: boolean
}
/** One of a study's forms, as rules name them: to list forms is nobody's right, and who writes rules reads these. */
export const FormPick = ({ study, value, onChange, lang, isOptional = false }: FormProps) => {
  const t = useText('control')
  const tField = useText('field')
  const id = useId()
  const { data: tables = [], isError, isLoading } = useTables({ study })
  return (
    <div className="form-field">
      <label htmlFor={id} className="form-label">
        {t('trial.form')}
      </label>
      <Select
        id={id}
        allowClear
        value={value ?? undefined}
        placeholder={isOptional ? t('trial.allForms') : tField('choose')}
        onChange={(next) => onChange(next ?? null)}
        options={tables.map(({ form, label }) => ({ value: form, label: label[behind(lang)] }))}
        notFoundContent={tField(isError ? 'optionsFailed' : isLoading ? 'loading' : 'noOptions')}
      />
    </div>
  )
}

/** One of the deliveries to a study. */
export const DeliveryPick = ({ study, value, onChange, lang }: Omit<FormProps, 'isOptional'>) => {
  const t = useText('control')
  const id = useId()
  const search = [{ field: 'study', operator: '=', val: String(study) }] as const
  const { data } = useQuery({
    queryKey: ['list', 'gather.delivery', 'of', study, lang],
    queryFn: ({ signal }) => fetchList('gather.delivery', 'index', printQuery({ limit: 100, search }), signal),
    retry: false,
  })
  if (data?.list.length === 0) return null
  return (
    <div className="form-field">
      <label htmlFor={id} className="form-label">
        {t('trial.delivery')}
      </label>
      <Select
        id={id}
        allowClear
        value={value ?? undefined}
        placeholder={t('trial.stored')}
        onChange={(next) => onChange(next ?? null)}
        options={(data?.list ?? []).map((row) => ({
          value: row.id,
          label: `#${String(row['number'])} ${String(row['name'])} · ${String(row._labels?.['gather'] ?? '')}`,
        }))}
      />
    </div>
  )
}
