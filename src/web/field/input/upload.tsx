import { type DragEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import refresh from 'virtual:icon/refresh-cw'
import uploadIcon from 'virtual:icon/upload'
import close from 'virtual:icon/x'
import { useText } from '../../i18n/index.ts'
import { ChooseExisting } from '../picker/choose-existing.tsx'
import { Button } from '../../ui/button.tsx'
import { useSite } from '../../state/site.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Icon } from '../../ui/icon.tsx'
import { fileNameOf, previewAddress } from '../asset.ts'
import { formatSize } from '../../ui/format.ts'
import { StoredImage } from '../stored-image.tsx'
import { acceptAttribute } from '../upload-check.ts'
import { useUpload } from '../use-upload.ts'
import type { InputViewProps } from '../view.ts'
import { groupAttributes } from './attributes.ts'

type Shape = { picture: boolean; many: boolean }

const urlsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? [value] : []

const Stored = ({ url, picture, onRemove, disabled }: { url: string; picture: boolean; disabled: boolean; onRemove(): void }) => {
  const t = useText('field')
  const name = fileNameOf(url)
  return (
    <span className={picture ? 'upload-picture' : 'upload-file'}>
      <a href={previewAddress(url)} target="_blank" rel="noreferrer" aria-label={t('upload.preview', { name })}>
        {picture ? (
          <StoredImage url={url} alt={name} />
        ) : (
          <>
            <Icon name="paperclip" size={14} /> {name}
          </>
        )}
      </a>
      {!disabled && <Button look="quiet" icon={close} aria-label={`${t('upload.remove')} ${name}`} onClick={onRemove} />}
    </span>
  )
}

const Drop = ({
  id,
  many,
  accept,
  onFiles,
  children,
  invalid,
  describedBy,
}: {
  id: string
  many: boolean
  accept: string
  invalid: boolean
  describedBy: string | undefined
  onFiles(files: Iterable<File>): void
  children: ReactNode
}) => {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files].slice(0, many ? undefined : 1))
  }
  return (
    <div
      className="upload-drop"
      data-over={over || undefined}
      data-invalid={invalid || undefined}
      onDragOver={(e) => {
        e.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <input
        ref={input}
        id={id}
        type="file"
        multiple={many}
        accept={accept}
        aria-describedby={describedBy}
        onChange={(e) => {
          onFiles([...(e.target.files ?? [])])
          // The same file chosen twice must be an event twice.
          e.target.value = ''
        }}
      />
      {children}
    </div>
  )
}

const uploadOf = ({ picture, many }: Shape) =>
  function UploadInput(p: InputViewProps) {
    const t = useText('field')
    const groupId = useId()
    const maxsize = useSite((s) => s.upload.maxsize)
    const urls = urlsOf(p.value)
    const latest = useRef(urls)
    useLayoutEffect(() => {
      latest.current = urls
    })
    const max = many ? (p.field.max ?? Infinity) : 1
    const accept = p.field.accept ?? (picture ? ['image/*'] : [])
    const put = (next: string[]) => {
      latest.current = next
      p.onChange(many ? next : (next[0] ?? null))
    }
    const { jobs, start } = useUpload(accept, (url) => put(many ? [...latest.current, url] : [url]))
    const room = many ? max - urls.length - jobs.length : 1
    return (
      <div {...groupAttributes({ ...p, id: groupId })} aria-labelledby={`${p.id}-label`} role="group" className="upload">
        {urls.length > 0 && (
          <div className="upload-list">
            {urls.map((url) => (
              <Stored key={url} url={url} picture={picture} disabled={p.disabled} onRemove={() => put(urls.filter((u) => u !== url))} />
            ))}
          </div>
        )}
        {jobs.map((job) => (
          <div key={job.key} className="upload-job" role="status" data-failed={job.error ? true : undefined}>
            <span>{job.name}</span>
            <small>{job.error ?? t('upload.uploading', { percent: Math.round(job.share * 100) })}</small>
            {job.error && <Button look="quiet" icon={refresh} aria-label={t('upload.retry')} onClick={job.retry} />}
            <Button look="quiet" icon={close} aria-label={t('upload.cancel')} onClick={job.cancel} />
            {!job.error && <progress max={1} value={job.share} aria-label={job.name} />}
          </div>
        ))}
        {!p.disabled && room > 0 && (
          <Drop
            id={p.id}
            many={many}
            accept={acceptAttribute(accept)}
            invalid={p.invalid}
            describedBy={p.describedBy}
            onFiles={(files) => start([...files].slice(0, room === Infinity ? undefined : room))}
          >
            <Glyph body={uploadIcon} />
            <b>{t(urls.length && !many ? 'upload.replace' : 'upload.choose')}</b>
            <span>{t('upload.drop')}</span>
            {maxsize > 0 && <small>{t('upload.hint', { size: formatSize(maxsize, p.words.lang) })}</small>}
          </Drop>
        )}
        {!p.disabled && room > 0 && (
          <ChooseExisting
            pictures={picture}
            room={room}
            onChoose={(chosen) => put(many ? [...new Set([...latest.current, ...chosen])] : chosen.slice(0, 1))}
          />
        )}
      </div>
    )
  }

export const FileInput = uploadOf({ picture: false, many: false })
export const ImageInput = uploadOf({ picture: true, many: false })
export const ImagesInput = uploadOf({ picture: true, many: true })
