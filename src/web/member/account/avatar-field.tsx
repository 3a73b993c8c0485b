import { useRef } from 'react'
import { useFileAddress } from '../../field/use-file-address.ts'
import { acceptAttribute } from '../../field/upload-check.ts'
import { useUpload } from '../../field/use-upload.ts'
import { useText } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { useSite } from '../../state/site.ts'
import { formatSize } from '../../ui/format.ts'
import { useLanguage } from '../../i18n/index.ts'
import { Avatar } from '../../ui/avatar.tsx'

const PICTURES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

type Props = { value: string; name: string; onChange(url: string): void; error?: string | undefined }

export const AvatarField = ({ value, name, onChange, error }: Props) => {
  const t = useText('member')
  const lang = useLanguage()
  const maxsize = useSite((s) => s.upload.maxsize)
  const picker = useRef<HTMLInputElement>(null)
  const { jobs, start } = useUpload(PICTURES, onChange, { to: '/api/ajax/upload?topic=avatar' })
  const job = jobs.at(-1)
  // What was just uploaded is public only once it is saved.
  const { address } = useFileAddress(value)
  return (
    <div className="profile-avatar">
      <Avatar src={value && (address ?? '')} name={name} size={72} />
      <div>
        <div className="profile-avatar-actions">
          <Button busy={job !== undefined && job.error === null} onClick={() => picker.current?.click()}>
            {t('avatar.choose')}
          </Button>
          {value && (
            <Button look="quiet" onClick={() => onChange('')}>
              {t('avatar.remove')}
            </Button>
          )}
        </div>
        {job && job.error === null && <progress value={job.share} aria-label={t('avatar.sending', { name: job.name })} />}
        {(job?.error ?? error) ? (
          <p className="field-error" role="alert">
            {job?.error ?? error}
          </p>
        ) : (
          <p className="member-note">{t('avatar.hint', { size: maxsize > 0 ? formatSize(maxsize, lang) : '–' })}</p>
        )}
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('avatar.choose')}
        accept={acceptAttribute(PICTURES)}
        onChange={(event) => {
          jobs.forEach((j) => j.cancel())
          start(event.target.files ?? [])
          event.target.value = ''
        }}
      />
    </div>
  )
}
