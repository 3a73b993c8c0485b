import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import play from 'virtual:icon/play'
import { printQuery } from '#kernel'
import { fetchList, readRow, runAction } from '../api/resource.ts'
import { uuid } from '../api/uuid.ts'
import { ensureText, useLanguage, useText } from '../i18n/index.ts'
import { useMay } from '../state/ability.tsx'
import { Button } from '../ui/button.tsx'
import { formatNumber } from '../ui/format.ts'
import './run-qc.css'
import { nameIn } from './name-in.ts'

await ensureText('control')

const LOOK_MS = 2000
type Scope = { study: number; form?: number }

const isOver = (state: unknown): boolean => state === 'done' || state === 'failed'
const idIn = (data: unknown): number | null =>
  typeof data === 'object' && data !== null && 'id' in data && typeof data.id === 'number' ? data.id : null

/** How far the run is that was started here; its page has the rest. */
const Progress = ({ run }: { run: number }) => {
  const t = useText('control')
  const lang = useLanguage()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['row', 'qc.run', run, 'progress'],
    queryFn: ({ signal }) => readRow('qc.run', run, signal),
    refetchInterval: (query) => (isOver(query.state.data?.row['state']) ? false : LOOK_MS),
    staleTime: 0,
  })
  const row = data?.row
  const state = String(row?.['state'] ?? 'waiting')
  // Lists mark what was found.
  useEffect(() => {
    if (state === 'done') void client.invalidateQueries({ queryKey: ['list'] })
  }, [state, client])
  const score = typeof row?.['score'] === 'number' ? formatNumber(row['score'], lang, 1) : '–'
  return (
    <span className="run-qc-state" role="status">
      {state === 'done'
        ? t('run.scored', { score, appeared: Number(row?.['appeared'] ?? 0) })
        : t(state === 'failed' ? 'run.broke' : 'run.going')}{' '}
      <Link to={`/admin/qc/run/${run}`}>{t('run.see')}</Link>
    </span>
  )
}

const Starter = ({ study, form }: Scope) => {
  const t = useText('control')
  const lang = useLanguage()
  const [chosen, setChosen] = useState<number | null>(null)
  const [run, setRun] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const on = { field: 'status', operator: '=', val: '1' } as const
  // Its own before those of the library, which judge any study that has what they speak of.
  const whose = [
    { field: 'study', operator: '=', val: String(study) },
    { field: 'study', operator: 'NULL', val: '' },
  ] as const
  const { data } = useQuery({
    queryKey: ['list', 'control.set', 'of', study, lang],
    queryFn: ({ signal }) =>
      Promise.all(whose.map((one) => fetchList('control.set', 'index', printQuery({ limit: 50, search: [one, on] }), signal))),
    retry: false,
  })
  const [own = [], library = []] = data?.map(({ list }) => list) ?? []
  const sets = [...own, ...library]
  const optionsOf = (rows: typeof sets) => rows.map((row) => ({ value: row.id, label: nameIn(lang, row) }))
  const set = chosen ?? sets[0]?.id ?? null
  const start = async () => {
    setBusy(true)
    const answer = await runAction('qc.run', 'judge', [], { study, form: form ?? null, set }, uuid(), { showSuccess: false }).catch(
      () => null,
    )
    setBusy(false)
    if (answer) setRun(idIn(answer.data))
  }
  return (
    <div className="run-qc">
      {sets.length > 1 && (
        <Select
          aria-label={t('run.set')}
          value={set}
          onChange={setChosen}
          options={[
            { label: t('run.own'), options: optionsOf(own) },
            { label: t('run.library'), options: optionsOf(library) },
          ].filter(({ options }) => options.length > 0)}
          popupMatchSelectWidth={false}
        />
      )}
      <Button
        icon={play}
        busy={busy}
        disabled={set === null}
        title={data && set === null ? t('run.noSet') : undefined}
        onClick={() => void start()}
      >
        {t(form === undefined ? 'run.study' : 'run.form')}
      </Button>
      {run !== null && <Progress key={run} run={run} />}
    </div>
  )
}

/** Starts quality control over a form, or over all forms of a study, for whoever may; tells how far it is. */
export const RunQc = (scope: Scope) => {
  const may = useMay()
  return may('qc.run', 'judge') && may('qc.run', 'index') && may('control.set', 'index') ? <Starter {...scope} /> : null
}
