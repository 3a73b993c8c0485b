import { useQuery } from '@tanstack/react-query'
import { Drawer, Select } from 'antd'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import upload from 'virtual:icon/upload'
import { ensureText, useText } from '#web'
import { fetchOptions } from '#web/api/resource.ts'
import { toast } from '#web/state/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/form.tsx'
import { foretellTake, takeOver } from './exchange-api.ts'
import type { Foretold } from './exchange-api.ts'
import { NoteList } from './note-list.tsx'
import { readStudyFile } from './study-file.ts'
import './exchange.css'

await ensureText('exchange')

type Read = { text: string; isCut: boolean; name: string; foretold: Foretold }
const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error))
const codeFrom = (name: string): string =>
  name
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^A-Za-z0-9_.-]/g, '')
    .slice(0, 30)

const Counts = ({ read: { foretold, isCut } }: { read: Read }) => {
  const t = useText('exchange')
  const { forms, variables, codelists, visits, arms, held } = foretold
  return (
    <>
      <p>{t('counts', { forms: forms.length, variables, codelists, visits: visits.length, arms: arms.length })}</p>
      <table className="exchange-table">
        <thead>
          <tr>
            <th scope="col">{t('form')}</th>
            <th scope="col">{t('variables')}</th>
          </tr>
        </thead>
        <tbody>
          {forms.map((form) => (
            <tr key={form.code}>
              <td>
                {form.name} {form.repeats && <small>({t('repeats')})</small>}
              </td>
              <td>{form.variables}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {(held.subjects > 0 || isCut) && <p className="exchange-said">{isCut ? t('cut') : t('held', held)}</p>}
      <NoteList title={t('problems', { count: foretold.problems.length })} notes={foretold.problems} />
      <NoteList title={t('notes', { count: foretold.notes.length })} notes={foretold.notes} />
    </>
  )
}

const OwnForm = ({ read, onDone }: { read: Read; onDone(id: number): void }) => {
  const t = useText('exchange')
  const [code, setCode] = useState(codeFrom(read.name))
  const [title, setTitle] = useState(read.foretold.title)
  const [titleEn, setTitleEn] = useState(read.foretold.title)
  const [department, setDepartment] = useState<number | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const { data: departments = [] } = useQuery({
    queryKey: ['exchange', 'departments'],
    queryFn: ({ signal }) => fetchOptions('department', { limit: 500 }, signal).then(({ options }) => options),
  })
  const submit = async () => {
    if (department === null) return
    setBusy(true)
    setProblem('')
    try {
      const { id } = await takeOver(read.text, { code, title, titleEn, department })
      onDone(id)
    } catch (error) {
      setProblem(sentence(error))
    }
    setBusy(false)
  }
  return (
    <form
      className="exchange-own"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField label={t('code')} value={code} maxLength={30} required onChange={(e) => setCode(e.target.value)} />
      <TextField label={t('title')} value={title} maxLength={120} required onChange={(e) => setTitle(e.target.value)} />
      <TextField label={t('titleEn')} value={titleEn} maxLength={120} required onChange={(e) => setTitleEn(e.target.value)} />
      <Select
        aria-label={t('department')}
        placeholder={t('department')}
        value={department}
        onChange={setDepartment}
        options={departments.map(({ value, label }) => ({ value: Number(value), label }))}
        showSearch={{ optionFilterProp: 'label' }}
      />
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" look="primary" busy={busy} disabled={department === null || !code || !title || !titleEn}>
        {t('confirm')}
      </Button>
    </form>
  )
}

/** A file of another system: what would become of it, and on which word it becomes a draft. */
export const TakeDrawer = ({ onClose }: { onClose(): void }) => {
  const t = useText('exchange')
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [read, setRead] = useState<Read | null>(null)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState('')
  const look = async (file: File | undefined) => {
    if (!file) return
    setRead(null)
    setProblem('')
    setReading(true)
    try {
      const given = await readStudyFile(file)
      if ('problem' in given) setProblem(t(given.problem))
      else setRead({ ...given, name: file.name, foretold: await foretellTake(given.text) })
    } catch (error) {
      setProblem(sentence(error))
    }
    setReading(false)
  }
  return (
    <Drawer open onClose={onClose} size={620} title={t('take')}>
      <p>{t('takeHint')}</p>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xml,application/xml,text/xml"
        aria-label={t('choose')}
        onChange={(event) => {
          void look(event.target.files?.[0])
          // The same file chosen twice must be an event twice.
          event.target.value = ''
        }}
      />
      <Button icon={upload} look={read ? 'plain' : 'primary'} busy={isReading} onClick={() => input.current?.click()}>
        {t(isReading ? 'reading' : read ? 'other' : 'choose')}
      </Button>
      {problem && (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
      {read && (
        <>
          <Counts read={read} />
          <OwnForm
            key={read.name}
            read={read}
            onDone={(id) => {
              toast.success(t('done'))
              onClose()
              void navigate(`/admin/study/project/${id}?tab=dictionaries`)
            }}
          />
        </>
      )}
    </Drawer>
  )
}
