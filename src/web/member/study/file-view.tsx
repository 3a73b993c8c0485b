import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import { fetchFiles } from '../../api/member-file.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { useText } from '../../i18n/index.ts'
import { Empty, Failure, Skeleton } from '../../ui/states.tsx'
import { UploadButton } from '../../upload/upload-button.tsx'
import { FileList, useLookAgain } from './file-list.tsx'

/** One subject: the camera, the way to choose a file, and what is there already. */
export const FileView = ({ subject }: { subject: number }) => {
  const t = useText('file')
  const { data, error, reload } = useAnswer(useCallback(() => fetchFiles(subject), [subject]))
  const [visit, setVisit] = useState('')
  useLookAgain(data?.list, reload)
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
      {data.list.length === 0 ? <Empty icon="image" title={t('noneSent')} text={t('noneSentHint')} /> : <FileList files={data.list} />}
    </>
  )
}
