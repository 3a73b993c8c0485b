import { useEffect } from 'react'
import { ensureText, useResource, useText } from '#web'
import { go as open } from '#web/navigation/open.ts'
import { ListOf } from '#web/resource/list/list-of.tsx'
import { RunQc } from '#web/study/run-qc.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Empty, Failure, Skeleton } from '#web/ui/states.tsx'
import type { FormEntry } from './api.ts'
import { FormList } from './form-list.tsx'
import { usePlace } from './place.ts'
import { RecordSheet } from './record-sheet.tsx'
import { StudyChoice, rememberStudy, usualStudy, useStudies } from './study-choice.tsx'
import { useForms } from './use-forms.ts'
import './clinical.css'

await ensureText('clinical', 'form', 'record', 'field', 'query')

/** The one in the address, else the first with data. */
const shownOf = (forms: readonly FormEntry[], wanted: number | null) =>
  forms.find(({ id }) => id === wanted) ?? forms.find(({ total }) => total > 0) ?? forms[0]

const RunForm = ({ study }: { study: number }) => {
  const { place } = usePlace()
  const { data } = useForms(study)
  const form = data && shownOf(data, place.form)
  return form ? <RunQc key={form.id} study={study} form={form.id} /> : null
}

const Forms = ({ study }: { study: number }) => {
  const t = useText('clinical')
  const { place, go } = usePlace()
  const { data, error, refetch } = useForms(study)
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton rows={8} />
  if (data.length === 0)
    return (
      <Empty icon="table-2" title={t('noForm')} text={t('noFormHint')}>
        <Button look="primary" onClick={() => void open('/admin/study/dictionary')}>
          {t('toDictionary')}
        </Button>
      </Empty>
    )
  const form = shownOf(data, place.form)
  if (!form) return null
  return (
    <div className="clinical-panes">
      <FormList forms={data} current={form.id} onChoose={(id) => go({ form: id, record: null })} />
      {place.record ? (
        <RecordSheet
          key={`${form.id} ${place.record}`}
          study={study}
          form={form}
          id={place.record}
          onBack={() => go({ form: form.id, record: null })}
        />
      ) : (
        <div className="clinical-list">
          {form.held !== null && (
            <p className="clinical-held">
              <Icon name="lock" />
              {t('heldForm', { why: form.held })}
            </p>
          )}
          <ListOf key={form.id} resource={form.resource} where={[]} at={`f${form.id}`} title={form.name} closed={form.held !== null} />
        </div>
      )}
    </div>
  )
}

/** The data of a study, form by form. */
export default function ClinicalPage() {
  const t = useText('clinical')
  const { words } = useResource()
  const { place, go } = usePlace()
  const { data: studies, error, refetch } = useStudies()
  useEffect(() => {
    if (place.study !== null) return rememberStudy(place.study)
    const usual = usualStudy(studies ?? [])
    // The way back must not lead to the address without a study, which would lead here again.
    if (usual !== null) go({ study: usual }, { replace: true })
  })
  return (
    <section className="clinical" aria-label={words.title}>
      <header className="clinical-head">
        <h1>{words.title}</h1>
        <StudyChoice value={place.study} onChange={(study) => go({ study, form: null, record: null })} />
        {place.study && <RunForm key={place.study} study={place.study} />}
      </header>
      {error && !studies ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : place.study ? (
        <Forms key={place.study} study={place.study} />
      ) : (
        studies?.length === 0 && <Empty icon="table-2" title={t('noStudy')} text={words.remark} />
      )}
    </section>
  )
}
