import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { fetchFiles, type SubjectFile } from '../../api/member-file.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { useLanguage, useText } from '../../i18n/index.ts'
import { exactTime, formatSize } from '../../ui/format.ts'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import { useUploads } from '../../upload/store.ts'
import { UploadButton } from '../../upload/upload-button.tsx'

const LOOK_MS = 1500
const AT_WORK: ReadonlySet<string> = new Set(['received', 'parsing'])

const Line = ({ file }: { file: SubjectFile }) => {
  const lang = useLanguage()
  return (
    <li>
      <b>{file.name}</b>
      <small>
        {file.visit && <span>{file.visit}</span>}
        <span>{file.kindText}</span>
        {file.size !== null && <span>{formatSize(file.size, lang)}</span>}
        <span>{file.stateText}</span>
        <time dateTime={file.at}>{exactTime(new Date(file.at))}</time>
      </small>
    </li>
  )
}

/** One subject: the camera, the way to choose a file, and what is there already. */
export const FileView = ({ subject }: { subject: number }) => {
  const t = useText('file')
  const { data, error, reload } = useAnswer(useCallback(() => fetchFiles(subject), [subject]))
  const [visit, setVisit] = useState('')
  const uploads = useUploads((s) => s.items)
  // What has arrived is a file of the subject a moment later.
  const waits =
    uploads.some(({ state }) => state === 'sending' || state === 'done') || data?.list.some(({ state }) => AT_WORK.has(state)) === true
  useEffect(() => {
    if (!waits) return undefined
    const timer = setInterval(reload, LOOK_MS)
    return () => clearInterval(timer)
  }, [waits, reload])
  if (!data) return error ? <Failure error={error} retry={reload} /> : <Skeleton rows={5} />
  const target = `datafile?subject=${subject}${visit && `&visit=${visit}`}`
  return (
    <>
      <p>
        <Link className="member-back" to=".">
          {t('back')}
        </Link>
      </p>
      <header className="member-title">
        <h1>{data.subject.code}</h1>
      </header>
      <div className="member-file-choice">
        <label>
          <span>{t('visit')}</span>
          <select className="input" value={visit} onChange={(event) => setVisit(event.target.value)}>
            <option value="">{t('noVisit')}</option>
            {data.visits.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p className="member-tools">
        <UploadButton target={target} isPhoto />
        <UploadButton target={target} />
      </p>
      <h2 className="member-sub">{t('sent')}</h2>
      {data.list.length === 0 ? (
        <Empty icon="image" title={t('noneSent')} text={t('noneSentHint')} />
      ) : (
        <ul className="member-gathers member-files">
          {data.list.map((file) => (
            <Line key={file.id} file={file} />
          ))}
        </ul>
      )}
    </>
  )
}
