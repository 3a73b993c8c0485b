import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import back from 'virtual:icon/arrow-left'
import { useResource, useText } from '#web'
import type { RowData } from '#web'
import { Tag } from '#web/field/cell/tag.tsx'
import { toneOf } from '#web/field/tone.ts'
import { Comments } from '#web/comment/comments.tsx'
import { dropDraft } from '#web/draft/drafts.ts'
import { RecordForm } from '#web/resource/form/record-form.tsx'
import { useOpened } from '#web/resource/form/use-opened.ts'
import { stepEntries } from '#web/resource/list/row-actions.tsx'
import { useRowCommands } from '#web/resource/list/use-row-commands.ts'
import { useEscape } from '#web/resource/record/use-escape.ts'
import { useRecord } from '#web/resource/record/use-record.ts'
import { WithResource } from '#web/resource/with-resource.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import type { FormEntry } from './api.ts'
import { Files } from './files.tsx'
import { Findings } from './findings.tsx'
import { Former } from './former.tsx'
import { Marks } from './marks.tsx'
import { Queries } from './queries.tsx'
import { Second } from './second.tsx'
import { Story } from './story.tsx'

const nothing = () => {}
const labelIn = ({ _labels }: RowData, name: string): string => String(_labels?.[name] ?? '')

type SheetProps = { row: RowData; lang: string; isDouble: boolean; reload(): Promise<RowData | undefined>; onBack(): void }
const Sheet = ({ row, lang, isDouble, reload, onBack }: SheetProps) => {
  const t = useText('clinical')
  const tf = useText('form')
  const context = useResource()
  const { resource, words, may } = context
  const [field, setField] = useState<string | null>(null)
  const [dirty, setDirty] = useState(false)
  const { opened, turn, begin } = useOpened(row, dirty, lang)
  const { ask, askWhy, dialog } = useConfirm()
  const commands = useRowCommands({ lists: { patch: () => [], reload: async () => void (await reload()) }, ask, askWhy, deselect: nothing })
  const name = [labelIn(row, 'subject'), labelIn(row, 'visit')].filter(Boolean).join(' · ')
  const steps = row._held ? [] : stepEntries(context, row, { step: (one, to) => void commands.step(one, to, name), lock: nothing })
  const draft = { key: `${resource.name} ${row.id}` }
  const mayLeave = async () => {
    const leaves = await ask({ title: tf('leave.ask'), detail: tf('leave.detail'), yes: tf('leave.yes'), no: tf('leave.no'), danger: true })
    if (leaves) dropDraft('admin', draft.key)
    return leaves
  }
  const state = String(row['state'])
  return (
    <div className="clinical-record">
      <header>
        <Button icon={back} aria-label={t('back')} onClick={onBack} />
        <h2>{name}</h2>
        <Tag tone={toneOf(state)}>{words.option('state', state)}</Tag>
        <span className="clinical-steps">
          {steps.map((step) => (
            <Button key={step.key} look="primary" disabled={dirty} title={dirty ? tf('saveFirst') : undefined} onClick={step.run}>
              {step.label}
            </Button>
          ))}
        </span>
      </header>
      {row._held && (
        <p className="clinical-held" role="status">
          <Icon name="lock" size={15} />
          <span>
            {row._held.why}
            {t(row._held.isFinal ? 'heldFinal' : 'held')}
          </span>
        </p>
      )}
      <div className="clinical-columns">
        <div
          className="clinical-sheet"
          onFocus={(event) => setField(event.target.closest<HTMLElement>('[data-field^="v"]')?.dataset['field'] ?? null)}
        >
          <RecordForm
            key={turn}
            row={opened}
            preset={{}}
            more={false}
            draft={draft}
            stays
            readOnly={!may('edit') || row._held !== undefined}
            onDirty={setDirty}
            mayLeave={mayLeave}
            onSaved={async () => {
              const saved = await reload()
              if (saved) begin(saved)
            }}
            onDone={nothing}
            onSkip={nothing}
            onCancel={() => {
              dropDraft('admin', draft.key)
              begin(row)
            }}
          />
        </div>
        <aside className="clinical-rail">
          <Findings record={row.id} field={field && resource.fields[field] ? field : null} />
          <Second row={row} isDouble={isDouble} />
          <Marks row={row} field={field && resource.fields[field] ? field : null} />
          <Queries row={row} field={field && resource.fields[field] ? field : null} />
          {field && resource.fields[field] ? <Story id={row.id} field={field} version={row.version} /> : <p>{t('railHint')}</p>}
          <Files row={row} />
          <Former id={row.id} version={row.version} />
          <Comments resource={resource.name} record={row.id} />
        </aside>
      </div>
      {dialog}
    </div>
  )
}

const Loaded = ({ id, isDouble, onBack }: { id: number; isDouble: boolean; onBack(): void }) => {
  const { resource } = useResource()
  const client = useQueryClient()
  const { data, error, refetch } = useRecord(resource.name, id)
  useEscape(onBack)
  const reload = async () => {
    void client.invalidateQueries({ queryKey: ['list', resource.name] })
    const { data: now, isSuccess } = await refetch()
    return isSuccess ? now.row : undefined
  }
  if (data) return <Sheet row={data.row} lang={data.lang} isDouble={isDouble} reload={reload} onBack={onBack} />
  return error ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton rows={8} />
}

/** One record as its form, with the story of the value that has the focus beside it. */
export const RecordSheet = ({ form, id, onBack }: { study: number; form: FormEntry; id: number; onBack(): void }) => (
  <WithResource name={form.resource} fallback={<Skeleton rows={8} />}>
    <Loaded id={id} isDouble={form.isDouble} onBack={onBack} />
  </WithResource>
)
