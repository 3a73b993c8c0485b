import { useRef } from 'react'
import camera from 'virtual:icon/camera'
import uploadIcon from 'virtual:icon/upload'
import { ensureText, useText } from '../i18n/index.ts'
import { Button } from '../ui/button.tsx'

await ensureText('upload')

/** The client of the protocol comes with the first file. */
export const send = (files: Iterable<File>, target: string): void => {
  const chosen = [...files]
  void import('./sender.ts').then(({ sendFiles }) => sendFiles(chosen, target))
}

type Props = {
  target: string
  isNewVersion?: boolean
  isPhoto?: boolean
  isAside?: boolean
  label?: string
  onFiles?: (files: readonly File[]) => void
}
/**
 * `isPhoto`: a phone opens its camera at once, a computer asks for a picture. `isAside`: the page has something else to be done first.
 * `label`: a single file for what it says. `onFiles`: something is to be asked before they are sent.
 */
export const UploadButton = ({ target, isNewVersion = false, isPhoto = false, isAside = false, label: given, onFiles }: Props) => {
  const t = useText('upload')
  const input = useRef<HTMLInputElement>(null)
  const isOne = isNewVersion || given !== undefined
  const label = given ?? t(isPhoto ? 'photo' : isNewVersion ? 'newVersion' : 'choose')
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple={!isOne && !isPhoto}
        {...(isPhoto ? { accept: 'image/*', capture: 'environment' } : {})}
        hidden
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          if (onFiles) onFiles(files)
          else send(files, target)
          // The same file chosen twice must be an event twice.
          event.target.value = ''
        }}
      />
      <Button look={isOne || isAside ? 'plain' : 'primary'} icon={isPhoto ? camera : uploadIcon} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
