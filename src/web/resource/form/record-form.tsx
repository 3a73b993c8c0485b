import { useEffect, useMemo, useRef, useState } from 'react'
import { REASON, asksReason, f, type Resource } from '#kernel'
import type { RowData } from '../../field/view.ts'
import { useText } from '../../i18n/index.ts'
import { Icon } from '../../ui/icon.tsx'
import { saveRow } from '../../api/resource.ts'
import { Button } from '../../ui/button.tsx'
import { useResource } from '../context.ts'
import { followInside } from '../list/label-link.tsx'
import type { KeptSide } from '../../draft/draft.ts'
import { startValues } from './draft.ts'
import { firstField, focusField } from './focus.ts'
import { FormBody } from './form-body.tsx'
import { Reasons } from './reasons.tsx'
import { KeptNotice } from './kept-notice.tsx'
import { useLeaveGuard } from './leave-guard.ts'
import { Merge } from './merge.tsx'
import { differences, merged, type Side } from './merge-plan.ts'
import { type Conflict, type Door, readRefusal } from './submit.ts'
import { useKeep, useKept } from './use-draft.ts'
import { useForm } from './use-form.ts'
import { useSending } from './use-sending.ts'

type Props = {
  row: RowData | null
  preset: Record<string, unknown>
  more: boolean
  /** Under which name it is kept when the session ends, and what opens it again. */
  draft: { key: string; side?: KeptSide }
  /** Part of a page: nothing closes, and cancelling means to begin again. */
  stays?: boolean
  /** Somebody who may look but not save. */
  readOnly?: boolean
  onDirty(dirty: boolean): void
  mayLeave(): Promise<boolean>
  /** The form is held until what this promises has happened. */
  onSaved(): void | Promise<unknown>
  onDone(): void
  onSkip(): void
  onCancel(): void
}

/** Fields that need attention are counted as long as there are any; what the server said stays until the next try. */
type Trouble = 'fields' | { message: string; requestId: string | null; doors?: readonly Door[] } | null

/** The form of a record whose change must be explained has a field for that, after all the others. */
const explaining = (resource: Resource): Resource => ({
  ...resource,
  fields: { ...resource.fields, [REASON]: f.textarea({ required: true, max: 500 }) },
  ...(resource.form ? { form: [...resource.form, REASON] } : {}),
})

export const RecordForm = ({
  row: opened,
  preset,
  more,
  draft,
  stays = false,
  readOnly = false,
  onDirty,
  mayLeave,
  onSaved,
  onDone,
  onSkip,
  onCancel,
}: Props) => {
  const t = useText('form')
  const { resource } = useResource()
  const { kept, drop } = useKept(draft.key)
  // As of the version that was changed: what somebody else saved meanwhile is then merged.
  const [row, setRow] = useState(() => (opened && kept?.version !== undefined ? { ...opened, version: kept.version } : opened))
  const explains = row !== null && !readOnly && asksReason(resource, row)
  const shape = useMemo(() => (explains ? explaining(resource) : resource), [resource, explains])
  const form = useForm(shape, row ? 'edit' : 'add', row, preset, kept)
  useKeep(draft.key, form, { version: row?.version, side: draft.side })
  const { sending: busy, during } = useSending()
  const [repeats, setRepeats] = useState(false)
  const [trouble, setTrouble] = useState<Trouble>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [choice, setChoice] = useState<Record<string, Side>>({})
  const root = useRef<HTMLDivElement>(null)
  const dirty = form.dirty && !busy
  const wrong = Object.keys(form.problems).length
  useEffect(() => onDirty(form.dirty), [form.dirty, onDirty])
  useLeaveGuard(dirty, mayLeave)

  const refuse = (error: unknown) => {
    const refused = readRefusal(error)
    if ('conflict' in refused) {
      setConflict(refused.conflict)
      setChoice({})
      form.answered()
      return
    }
    if ('problems' in refused) {
      form.answered()
      form.complain(refused.problems)
      const known = refused.problems.find((p) => p.field in form.fields)
      setTrouble(known ? 'fields' : { message: error instanceof Error ? error.message : '', requestId: null })
      if (known) requestAnimationFrame(() => focusField(root.current, known.field))
      return
    }
    if (refused.answered) form.answered()
    setTrouble(refused)
  }
  const send = async (payload: Record<string, unknown>, version: number | undefined): Promise<boolean> => {
    setTrouble(null)
    const sent = row ? { id: row.id, ...(version === undefined ? {} : { version }), ...payload } : payload
    try {
      await during(async () => {
        await saveRow(resource.name, form.mode, sent, form.intent(), explains ? String(form.values[REASON] ?? '').trim() : undefined)
        drop()
        await onSaved()
      })
      return true
    } catch (error) {
      refuse(error)
      return false
    }
  }
  const submit = async (then: () => void) => {
    if (busy) return
    if (conflict) return mergeAndSave(conflict)
    const { [REASON]: _, ...payload } = form.payload()
    if (row && Object.keys(payload).length === 0) return then()
    const found = form.judgeAll()
    if (found.length) {
      setTrouble('fields')
      return requestAnimationFrame(() => focusField(root.current, found[0]!.field))
    }
    setRepeats(then === again)
    if (await send(payload, row?.version)) then()
  }
  const mergeAndSave = async ({ theirs }: Conflict) => {
    const list = differences(form.before, form.values, theirs)
    const next = merged(form.before, theirs, list, choice)
    const base = startValues(resource, theirs)
    form.replace(explains ? { ...next, [REASON]: form.values[REASON] } : next, base)
    setRow(theirs)
    setConflict(null)
    const mine = list.filter((d) => d.who !== 'theirs' && (choice[d.field] ?? 'mine') === 'mine')
    if (mine.length === 0) return onDone()
    if (await send(Object.fromEntries(mine.map((d) => [d.field, d.mine])), theirs.version)) onDone()
  }
  const discard = () => {
    drop()
    setRow(opened)
    form.restart(opened, preset)
    setTrouble(null)
  }
  const again = () => {
    form.restart(null, preset)
    setTrouble(null)
    requestAnimationFrame(() => focusField(root.current, firstField(form) ?? ''))
  }
  return (
    <div ref={root} className="record-form">
      <div className="record-body" inert={busy}>
        {kept && !conflict && <KeptNotice draft={kept} onDiscard={discard} />}
        {conflict ? (
          <Merge
            conflict={conflict}
            list={differences(form.before, form.values, conflict.theirs)}
            choice={choice}
            onChoose={(field, side) => setChoice({ ...choice, [field]: side })}
          />
        ) : (
          <FormBody form={form} row={row ?? undefined} readOnly={readOnly} begins={!stays} onSubmit={() => void submit(onDone)} />
        )}
        {explains && !conflict && !readOnly && <Reasons form={form} />}
      </div>
      <footer className="record-footer" hidden={readOnly}>
        {trouble !== null && (trouble !== 'fields' || wrong > 0) && (
          <div className="form-trouble" role="alert">
            <Icon name="circle-alert" size={15} />
            <div>
              {trouble === 'fields' ? t('invalid', { count: wrong }) : trouble.message || t('failed')}
              {trouble !== 'fields' && trouble.requestId && !trouble.doors && <code>{trouble.requestId}</code>}
              {trouble !== 'fields' && trouble.doors && (
                <ul>
                  {trouble.doors.map(({ text, address }) => (
                    <li key={text}>
                      {address ? (
                        <a href={address} onClick={(event) => followInside(event, address)}>
                          {text}
                        </a>
                      ) : (
                        text
                      )}
                    </li>
                  ))}
                </ul>
              )}
            </div>
          </div>
        )}
        {(!stays || conflict || form.dirty) && (
          <Button onClick={conflict ? () => setConflict(null) : onCancel}>
            {t(conflict ? 'merge.back' : stays ? 'discard' : 'cancel')}
          </Button>
        )}
        {more && !conflict && <Button onClick={onSkip}>{t('skip')}</Button>}
        {!row && !conflict && (
          <Button busy={busy && repeats} disabled={busy} onClick={() => void submit(again)}>
            {t('saveMore')}
          </Button>
        )}
        <Button look="primary" busy={busy && !repeats} disabled={busy || (stays && !form.dirty)} onClick={() => void submit(onDone)}>
          {t(conflict ? 'merge.save' : more ? 'saveNext' : 'save')}
        </Button>
      </footer>
    </div>
  )
}
