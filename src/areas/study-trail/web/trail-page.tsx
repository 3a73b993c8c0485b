import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { printQuery } from '#kernel'
import { ensureText, useText } from '#web'
import { fetchOptions } from '#web/api/resource.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { usePageQuery, withValues } from '#web/navigation/page-query.ts'
import { Trail } from '#web/study/trail/trail.tsx'
import { Empty, Failure } from '#web/ui/states.tsx'
import '#web/resource/list/list.css'
import './trail-page.css'

await ensureText('trail', 'list')

const whole = (text: string | null): number | null => (text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)
const OFFERED = 50

/** The subjects of a study by what is typed: there may be thousands. */
const SubjectChoice = ({ study, value, onChange }: { study: number; value: number | null; onChange(id: number | null): void }) => {
  const t = useText('trail')
  const [typed, setTyped] = useState('')
  const search = [
    { field: 'study', operator: '=' as const, val: String(study) },
    ...(value && !typed ? [{ field: 'id', operator: '=' as const, val: String(value) }] : []),
  ]
  const { data = [], isPending } = useQuery({
    queryKey: ['trail', 'subjects', study, typed, value],
    queryFn: ({ signal }) =>
      fetchOptions('study.subject', printQuery({ limit: OFFERED, quickSearch: typed, search }), signal).then(({ options }) => options),
  })
  return (
    <Select
      className="trail-subject"
      aria-label={t('subject')}
      placeholder={t('wholeStudy')}
      loading={isPending}
      value={value}
      allowClear
      onChange={(id: number | undefined) => onChange(id ?? null)}
      options={data.map(({ value: id, label }) => ({ value: Number(id), label }))}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      popupMatchSelectWidth={false}
    />
  )
}

/** Which study, which subject of it, and what happened there. */
export default function TrailPage() {
  const t = useText('trail')
  const lang = useLanguage()
  const [query, setQuery] = usePageQuery()
  const {
    data: studies = [],
    error,
    isPending,
    refetch,
  } = useQuery({
    queryKey: ['trail', 'studies', lang],
    queryFn: ({ signal }) => fetchOptions('study.project', { limit: 500 }, signal).then(({ options }) => options),
  })
  const [only] = studies.length === 1 ? studies : []
  const study = whole(query.get('study')) ?? (only ? Number(only.value) : null)
  const subject = whole(query.get('subject'))
  const go = (next: { study: number | null; subject: number | null }) => setQuery(() => withValues(new URLSearchParams(), next))
  return (
    <section className="trail-page">
      <header className="list-header">
        <div className="list-title">
          <h1>{t('title')}</h1>
          <p>{t('remark')}</p>
        </div>
        <div className="trail-choice no-print">
          <Select
            className="trail-study"
            aria-label={t('study')}
            placeholder={t('choose')}
            loading={isPending}
            value={study}
            onChange={(id: number) => go({ study: id, subject: null })}
            options={studies.map(({ value, label }) => ({ value: Number(value), label }))}
            showSearch={{ optionFilterProp: 'label' }}
            popupMatchSelectWidth={false}
          />
          {study !== null && <SubjectChoice study={study} value={subject} onChange={(id) => go({ study, subject: id })} />}
        </div>
      </header>
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : study === null ? (
        <Empty icon="scroll-text" title={t('choose')} text={t('noStudy')} />
      ) : (
        <Trail
          key={`${study} ${subject ?? ''}`}
          study={study}
          title={studies.find(({ value }) => Number(value) === study)?.label ?? ''}
          {...(subject === null ? {} : { subject })}
        />
      )}
    </section>
  )
}
