import { Drawer } from 'antd'
import { useRef, useState } from 'react'
import { defineResource, hasTrait, type Resource } from '#kernel'
import type { InputViewProps, RowData } from '../../field/view.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { runAction } from '../../api/resource.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { joinNames } from '../../ui/format.ts'
import { useWayBack } from '../../ui/use-way-back.ts'
import { useResource } from '../context.ts'
import type { SendAll } from '../set/send-all.ts'
import { focusField } from './focus.ts'
import { FormBody } from './form-body.tsx'
import { readRefusal } from './submit.ts'
import { useKeep, useKept } from './use-draft.ts'
import { KeptNotice } from './kept-notice.tsx'
import { useForm } from './use-form.ts'
import { useSending } from './use-sending.ts'

await ensureText('form')

type Props = {
  action: string
  rows: readonly RowData[]
  /** Instead of rows, everything that the list finds. */
  whole?: { count: number; send: SendAll }
  /** What of its input is known where it is asked for: it is sent along and not asked. */
  given?: Readonly<Record<string, unknown>>
  /** What it is about, where that is no row. */
  about?: string
  onDone(): void
  onClose(): void
}
const nothing = {}

/** The fields of an action that wants input; one without is asked about and run by the list itself. */
export default function ActionDialog(props: Props) {
  useWayBack()
  const Own = useResource().half.dialogs?.[props.action]?.Dialog
  return Own ? <Own {...props} /> : <InputDialog {...props} />
}

const InputDialog = ({ action, rows, whole, given = nothing, about, onDone, onClose }: Props) => {
  const t = useText('form')
  const { resource, words, half, nameOf } = useResource()
  const { About, inputs, asks, Preview, Answer } = (whole ? undefined : half.dialogs?.[action]) ?? {}
  const name = words.action(action)
  const all = resource.actions[action]?.input ?? {}
  const input = Object.fromEntries(Object.entries(all).filter(([field]) => !(field in given)))
  const first = Object.keys(input)[0] ?? ''
  const [shape] = useState<Resource>(() => defineResource(resource.name, { label: first, fields: input, list: { columns: [] } }))
  const key = `${resource.name} ${action} ${whole ? 'all' : rows.map((r) => r.id).join()}${given === nothing ? '' : JSON.stringify(given)}`
  const { kept, drop } = useKept(key)
  const form = useForm(shape, 'add', null, {}, kept, asks && ((values) => asks(rows, values)))
  const [own] = useState(() =>
    Object.fromEntries(
      Object.entries(inputs ?? {}).map(([field, Own]) => [field, (props: InputViewProps) => <Own {...props} rows={rows} />]),
    ),
  )
  useKeep(key, form)
  const { sending, during } = useSending()
  const [message, setMessage] = useState('')
  const [answer, setAnswer] = useState<{ data: unknown } | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const { ask, dialog } = useConfirm()
  const leave = async () => {
    const question = { title: t('leave.ask'), detail: t('leave.detail'), yes: t('leave.yes'), no: t('leave.no'), danger: true }
    if (!answer && form.dirty && !(await ask(question))) return
    drop()
    onClose()
  }
  const submit = async () => {
    const found = form.judgeAll()
    if (found[0]) return focusField(root.current, found[0].field)
    setMessage('')
    try {
      if (whole) {
        await during(() => whole.send({ verb: 'act', action, input: form.payload() }, undefined))
        drop()
        onDone()
        return onClose()
      }
      const ids = rows.map((r) => r.id)
      const quiet = { showError: false, showSuccess: Answer === undefined && (resource.actions[action]?.second ? t('asked') : true) }
      const { data } = await during(() => runAction(resource.name, action, ids, { ...form.payload(), ...given }, form.intent(), quiet))
      drop()
      onDone()
      if (Answer) setAnswer({ data })
      else onClose()
    } catch (error) {
      const refused = readRefusal(error)
      if ('problems' in refused) form.complain(refused.problems)
      setMessage(error instanceof Error ? error.message : '')
      form.answered()
    }
  }
  return (
    <Drawer
      open
      onClose={(event) => {
        // Otherwise the same Escape would also answer the question that it makes appear.
        event.preventDefault()
        void leave()
      }}
      size={480}
      title={name}
      styles={{ header: { padding: '12px 16px' }, body: { padding: 0, display: 'flex', flexDirection: 'column' } }}
    >
      <div ref={root} className="record-form">
        <div className="record-body" inert={sending}>
          {about && <p className="action-subject">{about}</p>}
          {rows.length > 0 && !hasTrait(resource, 'singleton') && (
            <p className="action-subject">
              {joinNames(rows.slice(0, 5).map(nameOf))}
              {rows.length > 5 && ` +${rows.length - 5}`}
            </p>
          )}
          {whole && <p className="action-subject">{t('all', { count: whole.count })}</p>}
          {About && !answer && <About rows={rows} />}
          {kept && !answer && (
            <KeptNotice
              draft={kept}
              onDiscard={() => {
                drop()
                form.restart(null)
              }}
            />
          )}
          {answer && Answer ? (
            <div role="status">
              <Answer rows={rows} answer={answer.data} />
            </div>
          ) : (
            <FormBody form={form} onSubmit={() => void submit()} inputs={own} bare begins />
          )}
          {!answer && Preview && <Preview rows={rows} values={{ ...form.values, ...given }} />}
        </div>
        <footer className="record-footer">
          {message && (
            <p className="form-trouble" role="alert">
              {message}
            </p>
          )}
          {answer ? (
            <Button look="primary" autoFocus onClick={onClose}>
              {t('done')}
            </Button>
          ) : (
            <>
              <Button onClick={() => void leave()}>{t('cancel')}</Button>
              <Button look={resource.actions[action]?.danger ? 'danger' : 'primary'} busy={sending} onClick={() => void submit()}>
                {name}
              </Button>
            </>
          )}
        </footer>
      </div>
      {dialog}
    </Drawer>
  )
}
