import { useRef } from 'react'
import { fileNameOf, previewAddress } from '../../field/asset.ts'
import { useUpload } from '../../field/use-upload.ts'
import { useText } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'

/** What the site takes at all. */
const WHATEVER: readonly string[] = []
/** A picture of the source, or whatever else shows it. */
export const AnswerFile = ({ url, onChange }: { url: string; onChange(url: string): void }) => {
  const t = useText('query')
  const picker = useRef<HTMLInputElement>(null)
  const { jobs, start } = useUpload(WHATEVER, onChange, { to: '/api/ajax/upload?topic=query' })
  const job = jobs.at(-1)
  return (
    <div className="member-query-file">
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('member.attach')}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) start([file])
          event.target.value = ''
        }}
      />
      {url ? (
        <>
          <a href={previewAddress(url)} target="_blank" rel="noreferrer">
            {fileNameOf(url)}
          </a>
          <Button look="quiet" onClick={() => onChange('')}>
            {t('member.detach')}
          </Button>
        </>
      ) : (
        <Button busy={job !== undefined && job.error === null} onClick={() => picker.current?.click()}>
          {t('member.attach')}
        </Button>
      )}
      {job?.error && (
        <p className="field-error" role="alert">
          {job.error}
        </p>
      )}
    </div>
  )
}
