import { useQuery } from '@tanstack/react-query'
import { Drawer, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { printQuery } from '#kernel'
import { ensureText, type RowData, useResource, useText } from '#web'
import { inOtherLanguage } from '#web/api/other-language.ts'
import { fetchOptions } from '#web/api/resource.ts'
import { uuid } from '#web/api/uuid.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/form.tsx'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { Cells } from './cells.tsx'
import { askMerge, type Conflict, fetchMerging, type Merging, type Person, type Side, type Stands } from './merge-api.ts'
import './merge.css'

await ensureText('merge', 'form', 'list')

const SIDES = ['from', 'into'] as const
const COUNTS = ['visits', 'records', 'files', 'queries', 'findings'] as const

const Both = ({ from, into }: { from: Person; into: Person }) => {
  const t = useText('merge')
  const { words } = useResource()
  const rows: readonly (readonly [string, (one: Person) => string])[] = [
    [t('state'), (one) => words.option('state', one.state)],
    [t('screenedOn'), (one) => one.screenedOn ?? '–'],
    [t('enrolledOn'), (one) => one.enrolledOn ?? '–'],
    [t('consent'), (one) => one.consent ?? '–'],
    [t('identity'), (one) => t(one.isIdentified ? 'identified' : 'unidentified')],
    ...COUNTS.map((name) => [t(name), (one: Person) => String(one[name] ?? '–')] as const),
  ]
  return (
    <>
      <table className="merge-table">
        <thead>
          <tr>
            <th scope="col">{t('what')}</th>
            <th scope="col">{t('from', { code: from.code })}</th>
            <th scope="col">{t('into', { code: into.code })}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, said]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{said(from)}</td>
              <td>{said(into)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="merge-hint">{t('keeps')}</p>
    </>
  )
}

type ConflictProps = { one: Conflict; codes: Record<Side, string>; chosen: Side | undefined; choose?: ((side: Side) => void) | undefined }
const ConflictCard = ({ one, codes, chosen, choose }: ConflictProps) => {
  const t = useText('merge')
  const title = [one.name, one.visit, one.instance > 1 && `#${one.instance}`].filter(Boolean).join(' · ')
  return (
    <fieldset className="merge-conflict">
      <legend>{title}</legend>
      <Cells cells={one.cells} heads={[codes.from, codes.into]} />
      <div className="merge-choice" role="radiogroup" aria-label={`${t('which')}: ${title}`}>
        <span>{t('which')}</span>
        {SIDES.map((side) => (
          <label key={side}>
            <input
              type="radio"
              name={one.key}
              checked={chosen === side}
              disabled={!choose}
              onChange={() => choose?.(side)}
              aria-label={`${title}: ${codes[side]}`}
            />
            {codes[side]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type BodyProps = { data: Merging; into: Person; onDone(): void; onClose(): void }
const Body = ({ data: { from, conflicts, obstacles, request }, into, onDone, onClose }: BodyProps) => {
  const t = useText('merge')
  const [stands, setStands] = useState<Stands>({})
  const [reason, setReason] = useState('')
  const [refusal, setRefusal] = useState('')
  const [busy, setBusy] = useState(false)
  const chosen = request ? request.stands : stands
  const isReady = conflicts.every(({ key }) => stands[key] !== undefined) && reason.trim() !== ''
  const submit = async () => {
    setBusy(true)
    setRefusal('')
    try {
      await askMerge(from.id, { into: into.id, stands, reason: reason.trim() }, uuid(), t('asked'))
      onDone()
      onClose()
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : '')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Both from={from} into={into} />
      {obstacles.length > 0 && (
        <div className="merge-obstacle" role="alert">
          <b>{t('obstacle')}</b>
          <ul>
            {obstacles.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <h3>{t('conflicts')}</h3>
      <p className="merge-hint">{conflicts.length > 0 ? t('conflictsHint', { code: from.code }) : t('noConflicts')}</p>
      {conflicts.map((one) => (
        <ConflictCard
          key={one.key}
          one={one}
          codes={{ from: from.code, into: into.code }}
          chosen={chosen[one.key]}
          choose={request ? undefined : (side) => setStands({ ...stands, [one.key]: side })}
        />
      ))}
      {request ? (
        <div className="merge-waiting" role="status">
          <p>{t('waiting', { by: request.by ?? '–' })}</p>
          {request.reason && <blockquote>{request.reason}</blockquote>}
          <p>
            {t('waitingHint')} <Link to="/admin/approval">{t('decide')}</Link>
          </p>
        </div>
      ) : (
        obstacles.length === 0 && (
          <>
            <TextArea
              label={t('reason')}
              rows={3}
              maxLength={500}
              placeholder={t('reasonHint')}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
            <footer className="merge-foot">
              {refusal && (
                <p className="form-trouble" role="alert">
                  {refusal}
                </p>
              )}
              <Button look="danger" busy={busy} disabled={!isReady} onClick={() => void submit()}>
                {t('submit')}
              </Button>
            </footer>
          </>
        )
      )}
    </>
  )
}

/** Who is not yet merged, of the same study, by what is typed of their code. */
const useOthers = (study: number, self: number, typed: string) => {
  const { data = [] } = useQuery({
    queryKey: ['subject', 'others', study, typed],
    queryFn: ({ signal }) =>
      fetchOptions(
        'study.subject',
        printQuery({ limit: 50, quickSearch: typed, search: [{ field: 'study', operator: 'IN', val: String(study) }] }),
        signal,
      ).then(({ options }) => options),
  })
  return data.filter(({ value }) => Number(value) !== self)
}

/** Two codes of one person: what each has, which of two records counts, and why; a second person agrees. */
export const MergeDrawer = ({ rows, onDone, onClose }: { rows: readonly RowData[]; onDone(): void; onClose(): void }) => {
  const t = useText('merge')
  const lang = useLanguage()
  const { words, nameOf } = useResource()
  const [row] = rows
  const id = row?.id ?? 0
  const [into, setInto] = useState<number | null>(null)
  const [typed, setTyped] = useState('')
  const others = useOthers(Number(row?.['study'] ?? 0), id, typed)
  const queryKey = ['subject', 'merging', id, into, lang]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchMerging(id, into, signal),
    placeholderData: inOtherLanguage(queryKey),
    staleTime: 0,
    gcTime: 0,
  })
  if (!row) return null
  return (
    <Drawer open onClose={onClose} size={820} title={`${words.action('merge')} ${nameOf(row)}`}>
      <div className="merge">
        {data ? (
          <>
            {!data.request && (
              <>
                <p className="merge-hint">{t('hint', { code: data.from.code })}</p>
                <label className="merge-choose">
                  <span>{t('choose')}</span>
                  <Select
                    showSearch={{ filterOption: false, onSearch: setTyped }}
                    aria-label={t('choose')}
                    placeholder={t('choosePlaceholder')}
                    value={into}
                    onChange={setInto}
                    options={others.map(({ value, label }) => ({ value: Number(value), label }))}
                  />
                </label>
              </>
            )}
            {data.into && <Body key={data.into.id} data={data} into={data.into} onDone={onDone} onClose={onClose} />}
          </>
        ) : error ? (
          <Failure error={error} retry={() => void refetch()} />
        ) : (
          <Skeleton rows={6} shape="rows" />
        )}
      </div>
    </Drawer>
  )
}
