import { Drawer } from 'antd'
import { useId, useRef, useState } from 'react'
import { asksReason, type Field, REASON, type Resource, settableOf } from '#kernel'
import { setField } from '../../api/resource.ts'
import { uuid } from '../../api/uuid.ts'
import type { RowData } from '../../field/view.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { toast } from '../../state/toast.ts'
import { Button } from '../../ui/button.tsx'
import { useResource } from '../context.ts'
import type { SendAll } from './send-all.ts'
import { focusField } from '../form/focus.ts'
import { FormBody } from '../form/form-body.tsx'
import { Reasons } from '../form/reasons.tsx'
import { readRefusal } from '../form/submit.ts'
import { useForm } from '../form/use-form.ts'
import { useSending } from '../form/use-sending.ts'

await ensureText('form')

/** Records that were chosen one by one, or all that a list holds. */
type Of = { ids: readonly number[]; rows: readonly RowData[]; send?: never } | { send: SendAll }
type Props = { count: number; of: Of; onSaved(): void; onClose(): void }
const WHY: Field = { kind: 'textarea', required: true, max: 500 }

/** One field, set to the same value in all that is chosen. */
export default function SetDrawer({ count, of, onSaved, onClose }: Props) {
  const t = useText('form')
  const id = useId()
  const { resource, words } = useResource()
  const [field, choose] = useState('')
  return (
    <Drawer
      open
      onClose={onClose}
      size={480}
      title={t('set.title', { count })}
      styles={{ header: { padding: '12px 16px' }, body: { padding: 0, display: 'flex', flexDirection: 'column' } }}
    >
      <div className="record-form">
        <div className="record-body set-field">
          <p className="field-note">{t(of.send ? 'set.noteAll' : 'set.note', { count })}</p>
          <label className="form-label" htmlFor={id}>
            {t('set.field')}
          </label>
          <select id={id} className="input" value={field} onChange={(event) => choose(event.target.value)}>
            <option value="">{t('set.choose')}</option>
            {Object.keys(settableOf(resource)).map((name) => (
              <option key={name} value={name}>
                {words.field(name)}
              </option>
            ))}
          </select>
        </div>
        {field !== '' && <ValueForm key={field} field={field} count={count} of={of} onSaved={onSaved} onClose={onClose} />}
      </div>
    </Drawer>
  )
}

/** The fields of the form: the one that is set, and why where that must be said. */
const shapeOf = (resource: Resource, field: string, asks: boolean): Resource => {
  const { when: _, ...own } = settableOf(resource)[field] ?? WHY
  const fields = { [field]: own, ...(asks ? { [REASON]: WHY } : {}) }
  return { name: resource.name, label: field, fields, traits: [], actions: {}, list: { columns: [] } }
}

const ValueForm = ({ field, count, of, onSaved, onClose }: Props & { field: string }) => {
  const t = useText('form')
  const { resource } = useResource()
  const asks =
    resource.reason !== undefined && (of.send !== undefined || of.rows.length < count || of.rows.some((row) => asksReason(resource, row)))
  const [shape] = useState(() => shapeOf(resource, field, asks))
  const form = useForm(shape, 'add', null)
  const { sending, during } = useSending()
  const [message, setMessage] = useState('')
  const root = useRef<HTMLDivElement>(null)

  const undo = async (before: Parameters<typeof setField>[2], reason: string | undefined): Promise<void> => {
    try {
      await setField(resource.name, field, before, uuid(), reason)
      toast.success(t('set.undone'))
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error))
    }
    onSaved()
  }
  const setEach = async (
    { ids, rows }: Pick<Extract<Of, { ids: object }>, 'ids' | 'rows'>,
    value: unknown,
    reason: string | undefined,
  ): Promise<void> => {
    const versions = new Map(rows.map((row) => [row.id, row.version]))
    const wanted = ids.map((id) => ({ id, version: versions.get(id), value }))
    const { count: set, before } = await during(() => setField(resource.name, field, wanted, form.intent(), reason))
    const action = before?.length ? { action: { label: t('list:undo'), run: () => void undo(before, reason) } } : {}
    toast.success(set > 0 ? t('set.done', { count: set }) : t('set.none'), action)
  }
  const submit = async (): Promise<void> => {
    const found = form.judgeAll()
    if (found[0]) return focusField(root.current, found[0].field)
    setMessage('')
    const why = form.values[REASON]
    const reason = typeof why === 'string' && why !== '' ? why : undefined
    const value = form.values[field] ?? null
    try {
      if (of.send) await during(() => of.send({ verb: 'set', field, value }, reason))
      else await setEach(of, value, reason)
      onSaved()
      onClose()
    } catch (error) {
      const refused = readRefusal(error)
      if ('problems' in refused) form.complain(refused.problems)
      setMessage(error instanceof Error ? error.message : '')
      form.answered()
    }
  }
  return (
    <>
      <div ref={root} className="record-body" inert={sending}>
        <FormBody form={form} onSubmit={() => void submit()} bare begins />
        {asks && <Reasons form={form} />}
      </div>
      <footer className="record-footer">
        {message && (
          <p className="form-trouble" role="alert">
            {message}
          </p>
        )}
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button look="primary" busy={sending} onClick={() => void submit()}>
          {t('set.save', { count })}
        </Button>
      </footer>
    </>
  )
}
