import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useState } from 'react'
import { ensureText, type RowData, useResource, useText } from '#web'
import { uuid } from '#web/api/uuid.ts'
import { WithResource } from '#web/resource/with-resource.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { type Choice, type Difference, fetchDifferences, NAME, settle } from './api.ts'
import './second-entry.css'

await ensureText('second', 'form', 'list')

/** What the code of an answer means, where the variable has a list of them. */
const useShown = () => {
  const t = useText('second')
  const { resource, words } = useResource()
  return (field: string, value: string | null | undefined): string => {
    if (value == null) return t('blank')
    const entered = resource.fields[field]
    return entered && 'options' in entered && entered.options.includes(value) ? words.option(field, value) : value
  }
}

type LineProps = { one: Difference; choice: Choice | undefined; onChoose(choice: Choice): void }
const Line = ({ one, choice, onChoose }: LineProps) => {
  const t = useText('second')
  const { words } = useResource()
  const shown = useShown()
  const name = words.field(one.field)
  const side = (which: 'first' | 'second') => (
    <td data-chosen={choice === which || undefined}>
      <label>
        <input
          type="radio"
          name={`second-${one.field}`}
          checked={choice === which}
          disabled={one.isHidden}
          onChange={() => onChoose(which)}
          aria-label={`${name}: ${t(which)}`}
        />
        {shown(one.field, one[which])}
      </label>
    </td>
  )
  const other = typeof choice === 'object' ? choice.value : ''
  return (
    <tr>
      <th scope="row">
        {name}
        {one.isHidden && <small>{t('hiddenValue')}</small>}
      </th>
      {side('first')}
      {side('second')}
      <td data-chosen={typeof choice === 'object' || undefined}>
        <input
          className="input"
          aria-label={`${name}: ${t('other')}`}
          value={other}
          disabled={one.isHidden}
          onChange={(event) => onChoose({ value: event.target.value })}
        />
      </td>
    </tr>
  )
}

type Refetch = () => Promise<{ data?: { list: readonly Difference[] } | undefined }>
type BodyProps = { id: number; version: number; list: readonly Difference[]; refetch: Refetch; onDone(): void; onClose(): void }
const Body = ({ id, version, list, refetch, onDone, onClose }: BodyProps) => {
  const t = useText('second')
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({})
  const [reason, setReason] = useState('')
  const [refusal, setRefusal] = useState('')
  const [busy, setBusy] = useState(false)
  const isReady = list.every(({ field }) => choices[field] !== undefined) && reason.trim() !== ''
  const submit = async () => {
    setBusy(true)
    setRefusal('')
    try {
      await settle(id, { choices, version, reason: reason.trim() }, uuid())
      onDone()
      onClose()
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : '')
      // Somebody may have corrected a value meanwhile: what was chosen against another one is chosen anew.
      const { data } = await refetch()
      const isSame = (field: string) =>
        data?.list.find((one) => one.field === field)?.first === list.find((one) => one.field === field)?.first
      setChoices((chosen) => Object.fromEntries(Object.entries(chosen).filter(([field]) => isSame(field))))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <table className="second-table">
        <thead>
          <tr>
            {['field', 'first', 'second', 'other'].map((name) => (
              <th key={name} scope="col">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {list.map((one) => (
            <Line
              key={one.field}
              one={one}
              choice={choices[one.field]}
              onChoose={(choice) => setChoices({ ...choices, [one.field]: choice })}
            />
          ))}
        </tbody>
      </table>
      <label className="second-grounds">
        <span>{t('grounds')}</span>
        <textarea
          className="input"
          rows={3}
          maxLength={500}
          placeholder={t('groundsHint')}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <footer className="second-foot">
        {refusal && (
          <p className="form-trouble" role="alert">
            {refusal}
          </p>
        )}
        <Button look="primary" busy={busy} disabled={!isReady} onClick={() => void submit()}>
          {t('settle')}
        </Button>
      </footer>
    </>
  )
}

/** Both entries side by side; each difference is decided on the grounds of the source. */
export const SettleDrawer = ({ rows, onDone, onClose }: { rows: readonly RowData[]; onDone(): void; onClose(): void }) => {
  const { words, nameOf } = useResource()
  const [row] = rows
  const id = row?.id ?? 0
  const { data, error, refetch } = useQuery({
    queryKey: [NAME, 'differences', id],
    queryFn: ({ signal }) => fetchDifferences(id, signal),
    staleTime: 0,
    gcTime: 0,
  })
  if (!row) return null
  return (
    <Drawer open onClose={onClose} size={760} title={`${words.action('settle')} · ${nameOf(row)}`}>
      {data ? (
        <WithResource name={data.resource} fallback={<Skeleton rows={5} shape="rows" />}>
          <Body id={id} version={data.version} list={data.list} refetch={refetch} onDone={onDone} onClose={onClose} />
        </WithResource>
      ) : error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton rows={5} shape="rows" />
      )}
    </Drawer>
  )
}
