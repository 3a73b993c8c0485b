import { useCallback } from 'react'
import { fetchRecordFiles, type RecordPlace } from '../../api/member-file.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { useText } from '../../i18n/index.ts'
import { Failure } from '../../ui/states.tsx'
import { UploadButton } from '../../upload/upload-button.tsx'
import { FileList, useLookAgain } from './file-list.tsx'

/** Photos and files that go with a form: the camera, the way to choose a file, and what was sent before. They need no record yet. */
export const EntryFiles = ({ place, readOnly }: { place: RecordPlace; readOnly: boolean }) => {
  const t = useText('entry')
  const { subject, visit, form, instance } = place
  const ask = useCallback(() => fetchRecordFiles({ subject, visit, form, instance }), [subject, visit, form, instance])
  const { data, error, reload } = useAnswer(ask)
  useLookAgain(data, reload)
  if (readOnly && !data?.length) return null
  const target = `datafile?subject=${subject}${visit === null ? '' : `&visit=${visit}`}&form=${form}&instance=${instance}`
  return (
    <section className="entry-section" data-files aria-label={t('files')}>
      <h2 className="member-sub">{t('files')}</h2>
      {!readOnly && (
        <p className="member-tools">
          <UploadButton target={target} isPhoto isAside />
          <UploadButton target={target} isAside />
        </p>
      )}
      {data && data.length > 0 && <FileList files={data} />}
      {data?.length === 0 && <p className="entry-hint">{t('noFiles')}</p>}
      {!data && error && <Failure error={error} retry={reload} />}
    </section>
  )
}
