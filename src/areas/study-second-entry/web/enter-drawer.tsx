import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Drawer, Select } from 'antd'
import { useState } from 'react'
import { ensureText, useText } from '#web'
import { fetchOptions } from '#web/api/resource.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { WithResource } from '#web/resource/with-resource.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { exactTime } from '#web/ui/format.ts'
import { Empty, Failure, Skeleton } from '#web/ui/states.tsx'
import { fetchWaiting, NAME, type Waiting } from './api.ts'
import { SecondForm } from './second-form.tsx'
import './second-entry.css'

await ensureText('second', 'form', 'list', 'clinical')

const nameOf = ({ subject, visit, instance }: Waiting): string =>
  [subject, visit, instance > 1 && `#${instance}`].filter(Boolean).join(' · ')

const WaitingList = ({ study, onChoose }: { study: number; onChoose(one: Waiting): void }) => {
  const t = useText('second')
  const lang = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: [NAME, 'waiting', study, lang],
    queryFn: ({ signal }) => fetchWaiting(study, signal),
    staleTime: 0,
  })
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton rows={6} shape="rows" />
  if (data.length === 0) return <Empty icon="files" title={t('none')} text={t('noneHint')} />
  return (
    <table className="second-table">
      <thead>
        <tr>
          {['record', 'form', 'since'].map((key) => (
            <th key={key} scope="col">
              {t(key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.map((one) => (
          <tr key={`${one.form} ${one.record}`}>
            <td>
              <button type="button" className="link" onClick={() => onChoose(one)}>
                {nameOf(one)}
              </button>
            </td>
            <td>{one.formName}</td>
            <td>
              <time dateTime={one.since}>{exactTime(new Date(one.since))}</time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What waits for a second entry, and the empty form of the one that was chosen. */
export const EnterDrawer = ({ onClose }: { onClose(): void }) => {
  const t = useText('second')
  const lang = useLanguage()
  const client = useQueryClient()
  const { ask, dialog } = useConfirm()
  const [study, setStudy] = useState<number | null>(null)
  const [chosen, setChosen] = useState<Waiting | null>(null)
  const [dirty, setDirty] = useState(false)
  const { data: studies = [] } = useQuery({
    queryKey: [NAME, 'studies', lang],
    queryFn: ({ signal }) => fetchOptions('study.project', { limit: 500 }, signal).then(({ options }) => options),
  })
  const current = study ?? Number(studies[0]?.value ?? 0)
  const mayLeave = async (): Promise<boolean> =>
    !dirty || ask({ title: t('leave'), detail: t('leaveDetail'), yes: t('leaveYes'), no: t('leaveNo'), danger: true })
  const back = () => {
    setChosen(null)
    setDirty(false)
  }
  const done = () => {
    back()
    void client.invalidateQueries({ queryKey: [NAME] })
    void client.invalidateQueries({ queryKey: ['list', NAME] })
  }
  const leave = async (then: () => void) => {
    if (await mayLeave()) then()
  }
  return (
    <Drawer
      open
      size={720}
      title={chosen ? `${t('title')} · ${nameOf(chosen)} · ${chosen.formName}` : t('title')}
      onClose={(event) => {
        // Otherwise the same Escape would also answer the question that it makes appear.
        event.preventDefault()
        void leave(onClose)
      }}
    >
      <p className="second-hint">{t('hint')}</p>
      {chosen ? (
        <WithResource name={`clinical.data.f${chosen.form}`} fallback={<Skeleton shape="form" />}>
          <SecondForm
            form={chosen.form}
            record={chosen.record}
            unread={chosen.unread}
            onDirty={setDirty}
            onDone={done}
            onBack={() => void leave(back)}
          />
        </WithResource>
      ) : (
        <>
          <Select
            className="second-study"
            aria-label={t('study')}
            value={current || null}
            onChange={setStudy}
            options={studies.map(({ value, label }) => ({ value: Number(value), label }))}
            showSearch={{ optionFilterProp: 'label' }}
          />
          {current > 0 && <WaitingList key={current} study={current} onChoose={setChosen} />}
        </>
      )}
      {dialog}
    </Drawer>
  )
}
