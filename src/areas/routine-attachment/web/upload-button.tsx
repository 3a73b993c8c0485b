import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import refresh from 'virtual:icon/refresh-cw'
import uploadIcon from 'virtual:icon/upload'
import close from 'virtual:icon/x'
import { ensureText, useResource, useText } from '#web'
import { useUpload } from '#web/field/use-upload.ts'
import { Button } from '#web/ui/button.tsx'
import { send } from '#web/upload/upload-button.tsx'
import { toast } from '#web/state/toast.ts'
import './upload-button.css'

await ensureText('area', 'field')

const RESUMABLE_BYTES = 5 * 1024 * 1024

/** In the toolbar of the attachments: what is on its way stands beside the button until it is there. */
export const UploadButton = () => {
  const t = useText('area')
  const field = useText('field')
  const { resource } = useResource()
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const refreshList = () => void client.invalidateQueries({ queryKey: ['list', resource.name] })
  const { jobs, start, sent } = useUpload([], () => {}, {
    onEnd: (count) => {
      toast.success(t('attachment.uploaded', { count }))
      refreshList()
    },
  })
  /** Large ones go the way that survives a cut line; the panel shows them. */
  const choose = (files: readonly File[]) => {
    const large = files.filter(({ size }) => size > RESUMABLE_BYTES)
    const small = files.filter((file) => !large.includes(file))
    if (large.length) send(large, resource.name)
    if (small.length) start(small)
  }
  const failed = jobs.filter((job) => job.error !== null)
  const going = jobs.length - failed.length
  const total = sent + jobs.length
  const share = (jobs.reduce((sum, job) => sum + (job.error === null ? job.share : 0), sent) / (sent + going)) * 100
  return (
    <>
      {going > 0 && (
        <span className="upload-chip" role="status">
          <span>{t('attachment.uploading', { done: sent, total })}</span>
          <small>{Math.round(share)}%</small>
          <Button
            look="quiet"
            icon={close}
            aria-label={t('attachment.stop')}
            onClick={() => jobs.forEach((job) => job.error === null && job.cancel())}
          />
        </span>
      )}
      {failed.map((job) => (
        <span key={job.key} className="upload-chip" role="status" data-failed title={job.name}>
          <span>{job.name}</span>
          <small>{job.error}</small>
          <Button look="quiet" icon={refresh} aria-label={`${field('upload.retry')} ${job.name}`} onClick={job.retry} />
          <Button look="quiet" icon={close} aria-label={`${field('upload.cancel')} ${job.name}`} onClick={job.cancel} />
        </span>
      ))}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('attachment.upload')}
        onChange={(e) => {
          choose([...(e.target.files ?? [])])
          // The same file chosen twice must be an event twice.
          e.target.value = ''
        }}
      />
      <Button look="primary" icon={uploadIcon} onClick={() => input.current?.click()}>
        {t('attachment.upload')}
      </Button>
    </>
  )
}
