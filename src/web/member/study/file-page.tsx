import { useCallback, useDeferredValue, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { fetchStudies, fetchSubjects, type OwnStudy } from '../../api/member-file.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import { FileView } from './file-view.tsx'
import './gather.css'
import './file.css'

await ensureText('file', 'list', 'upload')

const Subjects = ({ study, code }: { study: number; code: string }) => {
  const t = useText('file')
  const { data, error, reload } = useAnswer(useCallback(() => fetchSubjects(study, code), [study, code]))
  if (!data) return error ? <Failure error={error} retry={reload} /> : <Skeleton rows={5} />
  if (data.list.length === 0) return <Empty icon="user-round" title={t('noSubject')} text={t('noSubjectHint')} />
  return (
    <>
      <ul className="member-gathers">
        {data.list.map(({ id, code: name, files }) => (
          <li key={id}>
            <Link to={`?subject=${id}`}>
              <b>{name}</b>
              <small>{files > 0 ? t('files', { count: files }) : t('noFiles')}</small>
            </Link>
          </li>
        ))}
      </ul>
      {data.hasMore && <p className="member-note">{t('more', { count: data.list.length })}</p>}
    </>
  )
}

const Choice = ({ studies }: { studies: readonly OwnStudy[] }) => {
  const t = useText('file')
  const [study, setStudy] = useState(studies[0]?.id ?? 0)
  const [text, setText] = useState('')
  const code = useDeferredValue(text.trim())
  return (
    <>
      <div className="member-file-choice">
        {studies.length > 1 && (
          <label>
            <span>{t('study')}</span>
            <select className="input" value={study} onChange={(event) => setStudy(Number(event.target.value))}>
              {studies.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          <span>{t('find')}</span>
          <input className="input" type="search" value={text} onChange={(event) => setText(event.target.value)} />
        </label>
      </div>
      <Subjects study={study} code={code} />
    </>
  )
}

const List = () => {
  const t = useText('file')
  const { data, error, reload } = useAnswer(fetchStudies)
  if (!data) return error ? <Failure error={error} retry={reload} /> : <Skeleton rows={4} />
  return data.length === 0 ? <Empty icon="image" title={t('none')} text={t('noneHint')} /> : <Choice studies={data} />
}

/** Files and photos of the subjects that the member looks after. */
export default function FilePage() {
  const t = useText('file')
  const [search] = useSearchParams()
  const subject = Number(search.get('subject'))
  if (Number.isSafeInteger(subject) && subject > 0) return <FileView key={subject} subject={subject} />
  return (
    <>
      <header className="member-title">
        <h1>{t('title')}</h1>
        <p>{t('hint')}</p>
      </header>
      <List />
    </>
  )
}
