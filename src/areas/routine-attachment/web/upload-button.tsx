import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import refresh from 'virtual:icon/refresh-cw'
import uploadIcon from 'virtual:icon/upload'
import close from 'virtual:icon/x'
import { ensureText, useResource, useText } from '#web'
import { useUpload } from '#web/field/use-upload.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/state/toast.ts'
import './upload-button.css'

await ensureText('area', 'field')

/** In the toolbar of the attachments: what is on its way stands beside the button until it is there. */
export const UploadButton = () => {
  const t = useText('area')
  const field = useText('field')
  const { resource } = useResource()
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const { jobs, start } = useUpload([], () => {
    toast.success(t('attachment.uploaded', { count: 1 }))
    void client.invalidateQueries({ queryKey: ['list', resource.name] })
  })
  return (
    <>
      {jobs.map((job) => (
        <span key={job.key} className="upload-chip" role="status" data-failed={job.error ? true : undefined} title={job.name}>
          <span>{job.name}</span>
          <small>{job.error ?? field('upload.uploading', { percent: Math.round(job.share * 100) })}</small>
          {job.error && <Button look="quiet" icon={refresh} aria-label={field('upload.retry')} onClick={job.retry} />}
          <Button look="quiet" icon={close} aria-label={field('upload.cancel')} onClick={job.cancel} />
        </span>
      ))}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('attachment.upload')}
        onChange={(e) => {
          start([...(e.target.files ?? [])])
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
