import { useEffect, useMemo, useState } from 'react'
import type { Resource } from '#kernel'
import { useResource, useText } from '#web'
import { FormBody } from '#web/resource/form/form-body.tsx'
import { useForm } from '#web/resource/form/use-form.ts'
import { useSending } from '#web/resource/form/use-sending.ts'
import { toast } from '#web/state/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { enterSecond } from './api.ts'

const SLOT = /^v\d+$/
/** The form without whose record it is: that is chosen already, and nothing of it is shown. */
const valuesOnly = (resource: Resource, unread: readonly string[]): Resource => ({
  ...resource,
  fields: Object.fromEntries(Object.entries(resource.fields).filter(([name]) => SLOT.test(name) && !unread.includes(name))),
  ...(resource.form
    ? { form: resource.form.filter((row) => typeof row !== 'object' || !('section' in row) || row.section !== 'head') }
    : {}),
})

type Props = { form: number; record: number; unread: readonly string[]; onDirty(dirty: boolean): void; onDone(): void; onBack(): void }

export const SecondForm = ({ form, record, unread, onDirty, onDone, onBack }: Props) => {
  const t = useText('second')
  const { resource } = useResource()
  const shape = useMemo(() => valuesOnly(resource, unread), [resource, unread])
  const typed = useForm(shape, 'add', null)
  const { sending, during } = useSending()
  const [refusal, setRefusal] = useState('')
  useEffect(() => onDirty(typed.dirty), [typed.dirty, onDirty])
  const submit = async () => {
    if (sending) return
    setRefusal('')
    try {
      await during(async () => {
        const count = await enterSecond({ form, record, values: typed.values }, typed.intent())
        if (count === 0) toast.success(t('agreed'))
        else toast.info(t('differ', { count }))
        onDone()
      })
    } catch (error) {
      typed.answered()
      setRefusal(error instanceof Error ? error.message : '')
    }
  }
  return (
    <div className="record-form second-form">
      <div inert={sending}>
        <FormBody form={typed} onSubmit={() => void submit()} begins />
      </div>
      <footer className="record-footer">
        {refusal && (
          <p className="form-trouble" role="alert">
            {refusal}
          </p>
        )}
        <Button onClick={onBack}>{t('back')}</Button>
        <Button look="primary" busy={sending} disabled={!typed.dirty} onClick={() => void submit()}>
          {t('compare')}
        </Button>
      </footer>
    </div>
  )
}
