import { useRef } from 'react'
import uploadIcon from 'virtual:icon/upload'
import { ensureText, useText } from '../i18n/index.ts'
import { Button } from '../ui/button.tsx'

await ensureText('upload')

/** The client of the protocol comes with the first file. */
export const send = (files: Iterable<File>, target: string): void => {
  const chosen = [...files]
  void import('./sender.ts').then(({ sendFiles }) => sendFiles(chosen, target))
}

export const UploadButton = ({ target, isNewVersion = false }: { target: string; isNewVersion?: boolean }) => {
  const t = useText('upload')
  const input = useRef<HTMLInputElement>(null)
  const label = t(isNewVersion ? 'newVersion' : 'choose')
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple={!isNewVersion}
        hidden
        aria-label={label}
        onChange={(event) => {
          send(event.target.files ?? [], target)
          // The same file chosen twice must be an event twice.
          event.target.value = ''
        }}
      />
      <Button look={isNewVersion ? 'plain' : 'primary'} icon={uploadIcon} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
