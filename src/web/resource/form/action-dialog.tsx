import { Drawer } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { defineResource, type Resource } from '#kernel'
import { uuid } from '../../api/uuid.ts'
import type { RowData } from '../../field/view.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { runAction } from '../api.ts'
import { Button } from '../button.tsx'
import { useConfirm } from '../confirm.tsx'
import { useResource } from '../context.ts'
import { FormBody, focusField } from './form-body.tsx'
import { readRefusal } from './submit.ts'
import { useForm } from './use-form.ts'

await ensureText('form')

type Props = { action: string; rows: readonly RowData[]; onDone(): void; onClose(): void }

/** An action without input asks (if it wants to) and runs; one with input shows its fields first. */
export default function ActionDialog(props: Props) {
  const { resource } = useResource()
  return resource.actions[props.action]?.input ? <WithInput {...props} /> : <Plain {...props} />
}

const useQuestion = (action: string, rows: readonly RowData[]) => {
  const t = useText('form')
  const { words, nameOf } = useResource()
  const name = words.action(action)
  return {
    name,
    title: rows.length ? t('action.ask', { action: name, count: rows.length }) : t('action.askList', { action: name }),
    detail: rows.slice(0, 5).map(nameOf).join('、'),
  }
}

const Plain = ({ action, rows, onDone, onClose }: Props) => {
  const t = useText('form')
  const { resource } = useResource()
  const spec = resource.actions[action]
  const { name, title, detail } = useQuestion(action, rows)
  const { ask, dialog } = useConfirm()
  const started = useRef(false)
  useEffect(() => {
    // Once per intention: a second run of this effect would run the action twice.
    if (started.current) return
    started.current = true
    void (async () => {
      if (spec?.confirm && !(await ask({ title, detail, yes: name, no: t('cancel'), danger: spec.danger ?? false }))) return onClose()
      await runAction(
        resource.name,
        action,
        rows.map((r) => r.id),
        {},
        uuid(),
      )
        .catch((error: unknown) => console.info('[action] refused', error))
        .finally(onClose)
      onDone()
    })()
  }, [])
  return dialog
}

const WithInput = ({ action, rows, onDone, onClose }: Props) => {
  const t = useText('form')
  const { resource } = useResource()
  const { name, title } = useQuestion(action, rows)
  const input = resource.actions[action]?.input ?? {}
  const first = Object.keys(input)[0] ?? ''
  const [shape] = useState<Resource>(
    () => defineResource(resource.name, { label: first, fields: input, list: { columns: [] } }) as Resource,
  )
  const form = useForm(shape, 'add', null)
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const submit = async () => {
    const found = form.judgeAll()
    if (found[0]) return focusField(root.current, found[0].field)
    setBusy(true)
    try {
      await runAction(
        resource.name,
        action,
        rows.map((r) => r.id),
        form.payload(),
        form.intent(),
      )
      onDone()
      onClose()
    } catch (error) {
      const refused = readRefusal(error)
      if ('problems' in refused) form.complain(refused.problems)
      setMessage(error instanceof Error ? error.message : '')
      form.answered()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Drawer open onClose={onClose} size={480} title={name} styles={{ body: { padding: 0, display: 'flex', flexDirection: 'column' } }}>
      <div ref={root} className="record-form">
        <div className="record-body">
          <p className="form-help">{title}</p>
          <FormBody form={form} onSubmit={() => void submit()} />
        </div>
        <footer className="record-footer">
          {message && (
            <p className="form-trouble" role="alert">
              {message}
            </p>
          )}
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="primary" busy={busy} onClick={() => void submit()}>
            {name}
          </Button>
        </footer>
      </div>
    </Drawer>
  )
}
