import { useEffect } from 'react'
import type { SubjectFile } from '../../api/member-file.ts'
import { previewAddress } from '../../field/asset.ts'
import { ensureText, useLanguage, useText } from '../../i18n/index.ts'
import { exactTime, formatSize } from '../../ui/format.ts'
import { useUploads } from '../../upload/store.ts'
import './file.css'

await ensureText('file')

const LOOK_MS = 1500
const AT_WORK: ReadonlySet<string> = new Set(['received', 'parsing'])

const Facts = ({ file }: { file: SubjectFile }) => {
  const lang = useLanguage()
  const t = useText('file')
  return (
    <>
      <b>{file.name}</b>
      <small>
        {file.visit && <span>{file.visit}</span>}
        <span>{file.kindText}</span>
        {file.size !== null && <span>{formatSize(file.size, lang)}</span>}
        <span>{file.stateText}</span>
        <time dateTime={file.at}>{exactTime(new Date(file.at))}</time>
      </small>
      {(file.state === 'quarantined' || file.state === 'rejected') && <small className="member-late">{t(`told.${file.state}`)}</small>}
    </>
  )
}
const Line = ({ file }: { file: SubjectFile }) => (
  <li>
    {file.url ? (
      <a href={previewAddress(file.url, file.name)} target="_blank" rel="noreferrer">
        <Facts file={file} />
      </a>
    ) : (
      <div>
        <Facts file={file} />
      </div>
    )}
  </li>
)

/** Looks again while something is on its way: what has arrived is a file a moment later. */
export const useLookAgain = (files: readonly SubjectFile[] | undefined, reload: () => void): void => {
  const uploads = useUploads((s) => s.items)
  const waits =
    uploads.some(({ state }) => state === 'sending' || state === 'done') || files?.some(({ state }) => AT_WORK.has(state)) === true
  useEffect(() => {
    if (!waits) return undefined
    const timer = setInterval(reload, LOOK_MS)
    return () => clearInterval(timer)
  }, [waits, reload])
}

export const FileList = ({ files }: { files: readonly SubjectFile[] }) => (
  <ul className="member-gathers member-files">
    {files.map((file) => (
      <Line key={file.id} file={file} />
    ))}
  </ul>
)
