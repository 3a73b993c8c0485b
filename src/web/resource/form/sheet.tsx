import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Resource } from '#kernel'
import type { RowData } from '../../field/view.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { ResourceInUse } from '../context.ts'
import type { Values } from './draft.ts'
import { focusField } from './focus.ts'
import { FormBody } from './form-body.tsx'
import { useLeaveGuard } from './leave-guard.ts'
import { readRefusal } from './submit.ts'
import { useKeep, useKept } from './use-draft.ts'
import { KeptNotice } from './kept-notice.tsx'
import { useForm } from './use-form.ts'
import { useSending } from './use-sending.ts'
import '../list/list.css'
import type { Words } from '../../field/words.ts'
import '../../ui/panel-card.css'

await ensureText('form', 'field', 'list', 'area')

type Props = {
  /** The fields, as a definition has them: looks, checks and words are those of every form. */
  shape: Resource
  words: Words
  row: Values
  save: string
  onSave(change: Values): Promise<unknown>
  /** An emptied form after saving, for what is typed once: passwords. */
  once?: boolean
  /** Somebody who may look but not save. */
  readOnly?: boolean
  /** Given where several stand on one page: the page asks before leaving, for all of them. */
  onDirty?: (dirty: boolean) => void
  children?: ReactNode
}

/** Only one may stand on a page: the router asks the last of several. */
const Guard = ({ ask }: { ask(): Promise<boolean> }) => {
  useLeaveGuard(true, ask)
  return null
}

/** A form that is part of a page: it sends what changed and stays. */
export const Sheet = ({ shape, words, row, save, onSave, once = false, readOnly = false, onDirty, children }: Props) => {
  const t = useText('form')
  const key = once ? null : `sheet ${shape.name}`
  const { kept, drop } = useKept(key)
  const form = useForm(shape, once ? 'add' : 'edit', once ? null : row, {}, kept)
  useKeep(key, form)
  const { sending, during } = useSending()
  const [message, setMessage] = useState('')
  const root = useRef<HTMLDivElement>(null)
  const { ask, dialog } = useConfirm()
  const dirty = form.dirty && !once && !readOnly
  const rebase = useRef(form.rebase)
  useEffect(() => {
    rebase.current = form.rebase
  })
  // What came anew from the server (an item was added, the language changed) must not wipe what is being typed.
  useEffect(() => {
    if (!once) rebase.current(row)
  }, [row, once])
  useEffect(() => onDirty?.(dirty), [dirty, onDirty])
  const mayLeave = async () => {
    const leaves = await ask({ title: t('leave.ask'), detail: t('leave.detail'), yes: t('leave.yes'), no: t('leave.no'), danger: true })
    if (leaves) drop()
    return leaves
  }
  const context = useMemo(
    () => ({ resource: shape, words, half: {}, may: () => false, nameOf: (r: RowData) => String(r[shape.label] ?? '') }),
    [shape, words],
  )
  const submit = async () => {
    const found = form.judgeAll()
    if (found[0]) return focusField(root.current, found[0].field)
    setMessage('')
    try {
      await during(() => onSave(form.payload()))
      drop()
      if (once) form.restart(null)
      else form.replace(form.values, form.values)
    } catch (error) {
      const refused = readRefusal(error)
      if ('problems' in refused) {
        form.complain(refused.problems)
        focusField(root.current, refused.problems[0]?.field ?? '')
      } else {
        setMessage(error instanceof Error ? error.message : String(error))
        // On a long page the sentence would stand below the edge of the window.
        requestAnimationFrame(() => root.current?.querySelector('footer')?.scrollIntoView({ block: 'nearest' }))
      }
      form.answered()
    }
  }
  return (
    <ResourceInUse value={context}>
      <div ref={root} className="sheet">
        {kept && (
          <KeptNotice
            draft={kept}
            onDiscard={() => {
              drop()
              form.restart(row)
            }}
          />
        )}
        <div inert={sending}>
          <FormBody form={form} readOnly={readOnly} onSubmit={() => void submit()} />
        </div>
        {message && (
          <p className="form-trouble" role="alert">
            {message}
          </p>
        )}
        <footer>
          {!readOnly && (
            <Button look="primary" busy={sending} disabled={!form.dirty} onClick={() => void submit()}>
              {save}
            </Button>
          )}
          {children}
        </footer>
      </div>
      {dirty && !onDirty && <Guard ask={mayLeave} />}
      {dialog}
    </ResourceInUse>
  )
}
