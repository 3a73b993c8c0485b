import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import library from 'virtual:icon/library'
import redo from 'virtual:icon/redo-2'
import undo from 'virtual:icon/undo-2'
import upload from 'virtual:icon/upload'
import { ensureText, useResource, useText } from '#web'
import { moveRecord } from '#web/api/resource.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { behind } from '#web/languages.ts'
import { UnreadableTable } from '#web/import/read-table.ts'
import { KeptNotice } from '#web/resource/form/kept-notice.tsx'
import { useLeaveGuard } from '#web/resource/form/leave-guard.ts'
import { toast } from '#web/state/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { Empty, Failure, Skeleton } from '#web/ui/states.tsx'
import { compareVersions, fetchContent, type Stored } from './api.ts'
import { changeLine } from './change-words.ts'
import { readFile } from './read-file.ts'
import { FormHeader, FormPane } from './form-pane.tsx'
import { LibraryModal } from './library-modal.tsx'
import { ListPane } from './list-pane.tsx'
import { type Content, joined, type Problem, withForm, withForms } from './model.ts'
import { ProblemStrip } from './problem-strip.tsx'
import { useDraft } from './use-draft.ts'
import { VariableGrid } from './variable-grid.tsx'
import './dictionary.css'

await ensureText('dictionary', 'form', 'import')

type Row = { id: number; state: string; number: number | null; base: number | null }
type Props = { row: Row; reload(): void }
const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const freeCode = ({ forms }: Content): string => {
  let n = forms.length + 1
  while (forms.some(({ code }) => code === `form${n}`)) n++
  return `form${n}`
}

const Editor = ({ row, stored, reload }: Props & { stored: Stored }) => {
  const t = useText('dictionary')
  const tf = useText('form')
  const ti = useText('import')
  const lang = behind(useLanguage())
  const { may } = useResource()
  const readOnly = row.state !== 'draft' || !may('save')
  const { steps, problems, isChecked, dirty, isSaving, save, saved, kept, forget, discard } = useDraft(row.id, stored, readOnly)
  const { content, write: setContent } = steps
  const [chosen, setChosen] = useState<string | null>(null)
  const [browses, setBrowses] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const { ask, askWhy, dialog } = useConfirm()
  const form = content.forms.find(({ code }) => code === chosen) ?? content.forms[0]
  const own = content.variables.filter((v) => v.form === form?.code)
  useLeaveGuard(dirty, async () => {
    const leaves = await ask({ title: tf('leave.ask'), detail: tf('leave.detail'), yes: tf('leave.yes'), no: tf('leave.no'), danger: true })
    if (leaves) forget()
    return leaves
  })

  const go = ({ form: code, variable, field, at: character }: Problem) => {
    if (code) setChosen(code)
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const rows = [...(root.current?.querySelectorAll('tr[data-row]') ?? [])]
        const at = content.variables.filter((v) => v.form === code).findIndex((v) => v.code === variable)
        const cell = rows[at]?.querySelector<HTMLElement>(`[data-column="${field}"] :is(input, select, textarea)`)
        cell?.focus()
        // The cursor stands where the expression is wrong.
        if (character !== undefined && cell instanceof HTMLInputElement) cell.setSelectionRange(character, character + 1)
      }),
    )
  }
  const bring = async (given: File | undefined) => {
    if (!given) return
    try {
      const { content: read, notes } = await readFile(given)
      setContent(joined(content, read))
      toast.success(t('read', { variables: read.variables.length, forms: read.forms.length }))
      if (notes.length)
        await ask({
          title: t('notes', { count: notes.length }),
          list: notes.map((n) => ({ text: `${n.variable}: ${n.words[lang] ?? ''}` })),
          yes: t('understood'),
        })
    } catch (error) {
      toast.error(error instanceof UnreadableTable ? ti(`failure.${error.reason}`, { name: given.name }) : sentence(error))
    }
  }
  const wrong = problems.filter((p) => !p.isNotice).length
  const canPublish = may('publish') && !readOnly && !isSaving && isChecked && wrong === 0 && content.variables.length > 0
  const publish = async () => {
    const { version } = (dirty ? await save() : saved) ?? {}
    if (version === undefined) return
    try {
      const { changes, effect, second } = await compareVersions(row.id, row.base)
      const list = changes.map((change) => ({
        text: changeLine(
          t,
          change,
          effect.find((e) => e.form === change.form && e.slot === change.slot),
        ),
      }))
      const reason = await askWhy({
        title: t('publishAsk', { number: row.number ?? 1 }),
        detail: t('publishDetail'),
        list,
        yes: t('publish'),
        no: tf('cancel'),
        why: t('why'),
        ...(second && { note: t('secondNote') }),
      })
      if (reason === null) return
      const { data } = await moveRecord('study.dictionary', { id: row.id, version }, 'published', reason)
      toast.success(t(data?.asked ? 'asked' : 'published'))
      reload()
    } catch (error) {
      toast.error(sentence(error))
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || readOnly) return
    if (event.key.toLowerCase() === 'z') {
      event.preventDefault()
      if (event.shiftKey) steps.again()
      else steps.back()
    } else if (event.key === 's') {
      event.preventDefault()
      if (dirty && !isSaving) void save()
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (canPublish) void publish()
      else if (wrong > 0) toast.error(t('mendFirst'))
    }
  }
  const addForm = () => {
    const code = freeCode(content)
    setContent({ ...content, forms: [...content.forms, { code, name: code, nameEn: code, repeats: false, doubleEntry: false }] })
    setChosen(code)
  }
  const removeForm = async () => {
    if (!form) return
    const question = {
      title: t('form.removeAsk', { form: form.name || form.code, count: own.length }),
      yes: t('form.remove'),
      no: tf('cancel'),
    }
    if (own.length > 0 && !(await ask({ ...question, danger: true }))) return
    setContent({
      ...content,
      forms: content.forms.filter((f) => f.code !== form.code),
      variables: content.variables.filter((v) => v.form !== form.code),
    })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys come from the fields inside
    <div ref={root} className="dictionary" onKeyDown={onKeyDown}>
      {readOnly ? (
        <p className="dictionary-banner">{t('readOnly')}</p>
      ) : (
        <div className="dictionary-bar" role="toolbar" aria-label={t('tools')}>
          <Button look="primary" busy={isSaving} disabled={!dirty} onClick={() => void save()}>
            {t('save')}
          </Button>
          <Button icon={upload} onClick={() => file.current?.click()}>
            {t('import')}
          </Button>
          <Button icon={library} onClick={() => setBrowses(true)}>
            {t('library.open')}
          </Button>
          <input
            ref={file}
            type="file"
            accept=".csv,.tsv,.txt,.xlsx,.xlsm,.xls"
            hidden
            onChange={(e) => {
              void bring(e.target.files?.[0])
              e.target.value = ''
            }}
          />
          {may('publish') && (
            <Button disabled={!canPublish} title={wrong > 0 ? t('mendFirst') : undefined} onClick={() => void publish()}>
              {t('publish')}
            </Button>
          )}
          <Button icon={undo} disabled={!steps.canGoBack} onClick={steps.back}>
            {t('back')}
          </Button>
          <Button icon={redo} disabled={!steps.canGoAgain} onClick={steps.again}>
            {t('again')}
          </Button>
          <small>{t('keys')}</small>
        </div>
      )}
      {kept && <KeptNotice draft={kept} onDiscard={discard} />}
      {!readOnly && content.variables.length > 0 && <ProblemStrip problems={problems} onGo={go} />}
      <div className="dictionary-panes">
        <FormPane content={content} current={form?.code ?? null} readOnly={readOnly} onChoose={setChosen} onAdd={addForm} />
        {form ? (
          <div className="dictionary-main">
            <FormHeader
              form={form}
              isStored={saved.content.forms.some(({ code }) => code === form.code)}
              readOnly={readOnly}
              onChange={(next) => {
                setContent({
                  ...content,
                  forms: content.forms.map((f) => (f.code === form.code ? next : f)),
                  variables: content.variables.map((v) => (v.form === form.code ? { ...v, form: next.code } : v)),
                })
                setChosen(next.code)
              }}
              onRemove={() => void removeForm()}
            />
            <VariableGrid
              key={form.code}
              form={form.code}
              variables={own}
              lists={content.codelists.map(({ code }) => code)}
              problems={problems}
              language={stored.language}
              readOnly={readOnly}
              onChange={(next) => setContent({ ...content, variables: withForm(content.variables, form.code, next) })}
            />
            <ListPane lists={content.codelists} readOnly={readOnly} onChange={(codelists) => setContent({ ...content, codelists })} />
          </div>
        ) : (
          <Empty icon="book-open" title={t('empty')} text={t('emptyHint')}>
            {!readOnly && (
              <>
                <Button look="primary" onClick={addForm}>
                  {t('addForm')}
                </Button>
                <Button onClick={() => file.current?.click()}>{t('import')}</Button>
                <Button onClick={() => setBrowses(true)}>{t('library.open')}</Button>
              </>
            )}
          </Empty>
        )}
      </div>
      {browses && (
        <LibraryModal
          dictionary={row.id}
          onCancel={() => setBrowses(false)}
          onTake={(read, forms) => {
            const next = withForms(content, read, forms)
            setContent(next)
            setChosen(next.forms[content.forms.length]?.code ?? null)
            setBrowses(false)
          }}
        />
      )}
      {dialog}
    </div>
  )
}

/** The forms and variables of a version: edited while it is a draft. */
export default function EditorTab({ row, reload }: Props) {
  const client = useQueryClient()
  const key = ['dictionary', 'content', row.id]
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetchContent(row.id, signal),
    staleTime: Infinity,
    gcTime: 0,
  })
  if (!data) return error ? <Failure error={error} retry={() => void refetch()} /> : <Skeleton rows={8} />
  const renew = () => {
    void client.invalidateQueries({ queryKey: ['dictionary'] })
    reload()
  }
  return <Editor key={`${row.id} ${row.state}`} row={row} stored={data} reload={renew} />
}
