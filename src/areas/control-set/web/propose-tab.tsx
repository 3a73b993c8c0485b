import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import plus from 'virtual:icon/plus'
import sparkles from 'virtual:icon/sparkles'
import type { Row } from '#kernel'
import { ensureText, useResource, useText } from '#web'
import { useMay } from '#web/state/ability.tsx'
import { toast } from '#web/state/toast.ts'
import { FormPick, RecordPick } from '#web/study/record-pick.tsx'
import { isAtWork, stopTrial } from '#web/study/trial.ts'
import { behind } from '#web/languages.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty, Failure } from '#web/ui/states.tsx'
import '#web/field/input/input.css'
import '#web/resource/form/form.css'
import '#web/ui/panel-card.css'
import type { controlSet } from '../index.ts'
import { adopt, askProposals, fetchProposals, SOURCES, type Source } from './api.ts'
import { ProposalList } from './proposal-list.tsx'
import './propose.css'

await ensureText('control', 'field', 'list')

const LOOK_MS = 400
const READS_DATA: ReadonlySet<Source> = new Set(['profile', 'starter'])

/** Rules that nobody has to type: suggested by data, said by the dictionary, asked for by a kind of file. Taken over one by one or several at once, as drafts. */
export const ProposeTab = ({ row, reload }: { row: Row<typeof controlSet>; reload(): void }) => {
  const t = useText('control')
  const may = useMay()
  const { words } = useResource()
  const [source, setSource] = useState<Source>('profile')
  const [form, setForm] = useState<number | null>(null)
  const [datafile, setDatafile] = useState<number | null>(null)
  const [task, setTask] = useState<number | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [busy, setBusy] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['proposals', row.id, task],
    queryFn: ({ signal }) => fetchProposals(task ?? 0, signal),
    enabled: task !== null,
    retry: false,
    refetchInterval: ({ state }) => (isAtWork(state.data?.state) && !state.error ? LOOK_MS : false),
  })
  const isWorking = task !== null && !error && isAtWork(data?.state)
  const readsData = READS_DATA.has(source)
  const isReady = source === 'dictionary' ? row.study !== null : !readsData || form !== null || datafile !== null
  const ask = async () => {
    setBusy(true)
    const over = {
      form: source === 'fastq' || source === 'vcf' || (readsData && datafile !== null) ? null : form,
      datafile: readsData ? datafile : null,
    }
    const asked = await askProposals({ set: row.id, source, ...over }).catch(() => null)
    setBusy(false)
    setChosen(new Set())
    if (asked !== null) setTask(asked)
  }
  const take = async () => {
    if (task === null) return
    setBusy(true)
    const taken = await adopt(task, [...chosen]).catch(() => null)
    setBusy(false)
    if (!taken) return
    toast.success(t('proposal.taken', taken))
    setChosen(new Set())
    await refetch()
    reload()
  }
  const choose = (keys: readonly number[], isChosen: boolean) => {
    const next = new Set(chosen)
    for (const key of keys) {
      if (isChosen) next.add(key)
      else next.delete(key)
    }
    setChosen(next)
  }
  if (!may('control.parameter', 'propose')) return <Empty icon="lock" title={t('proposal.forbidden')} />
  const list = data?.result?.list ?? []
  return (
    <div className="panel-card propose">
      <fieldset>
        <legend>{t('proposal.from')}</legend>
        {SOURCES.map((name) => (
          <div key={name} className="propose-source">
            <input
              type="radio"
              name="source"
              id={`source-${name}`}
              aria-describedby={`about-${name}`}
              checked={source === name}
              onChange={() => setSource(name)}
            />
            <span>
              <label htmlFor={`source-${name}`}>{t(`proposal.source.${name}`)}</label>
              <small id={`about-${name}`}>{t(`proposal.about.${name}`)}</small>
            </span>
          </div>
        ))}
      </fieldset>
      <div className="propose-over">
        {row.study !== null && (readsData || source === 'dictionary') && (
          <FormPick study={row.study} value={form} onChange={setForm} lang={words.lang} isOptional={source === 'dictionary'} />
        )}
        {readsData && may('datafile', 'index') && (
          <RecordPick what="datafile" label={t('trial.datafile')} value={datafile} onChange={setDatafile} lang={words.lang} />
        )}
        <div className="propose-tools">
          <Button icon={sparkles} busy={busy || isWorking} disabled={!isReady} onClick={() => void ask()}>
            {t('proposal.preview')}
          </Button>
          {isWorking && <Button onClick={() => void stopTrial(task).then(() => refetch())}>{t('trial.stop')}</Button>}
        </div>
      </div>
      {isWorking && (
        <p role="status">
          <progress max={1} value={data?.progress ?? 0} aria-label={t('proposal.working')} /> {t('proposal.working')}
        </p>
      )}
      {error && <Failure error={error} retry={() => void refetch()} />}
      {data?.state === 'cancelled' && <p role="status">{t('trial.stopped')}</p>}
      {(data?.error ?? data?.result?.trouble) && (
        <p className="form-trouble" role="alert">
          {data?.error ?? data?.result?.trouble?.[behind(words.lang)]}
        </p>
      )}
      {data?.state === 'done' && !data.result?.trouble && list.length === 0 && <Empty icon="search" title={t('proposal.none')} />}
      {list.length > 0 && (
        <>
          <p role="status">
            {t('proposal.found', { count: list.length, fresh: list.filter(({ standing }) => standing === 'new').length })}
          </p>
          <ProposalList list={list} chosen={chosen} onChoose={choose} lang={words.lang} />
          <p className="propose-tools">
            <Button
              look="primary"
              icon={plus}
              busy={busy}
              disabled={chosen.size === 0 || !may('control.parameter', 'adopt')}
              onClick={() => void take()}
            >
              {t('proposal.take', { count: chosen.size })}
            </Button>
            <small>{t('proposal.drafts')}</small>
          </p>
        </>
      )}
    </div>
  )
}
