import { useRef } from 'react'
import cameraIcon from 'virtual:icon/camera'
import uploadIcon from 'virtual:icon/upload'
import { ensureText, useText } from '../i18n/index.ts'
import { Button } from '../ui/button.tsx'

await ensureText('upload')

/** The client of the protocol comes with the first file. */
export const send = (files: Iterable<File>, target: string): void => {
  const chosen = [...files]
  void import('./sender.ts').then(({ sendFiles }) => sendFiles(chosen, target))
}

/** Telephones call every picture the same, and two of one name are told apart by nobody. */
const named = (picture: File): File => {
  const at = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  const suffix = /\.\w{1,5}$/.exec(picture.name)?.[0] ?? '.jpg'
  return new File([picture], `photo-${at}${suffix.toLowerCase()}`, { type: picture.type })
}

/** A picture of a paper, taken now: sent the way that every file goes. Only where somebody holds the camera in their hand. */
export const CameraButton = ({ target }: { target: string }) => {
  const t = useText('upload')
  const input = useRef<HTMLInputElement>(null)
  if (!matchMedia('(pointer: coarse)').matches) return null
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t('camera')}
        onChange={(event) => {
          send([...(event.target.files ?? [])].map(named), target)
          event.target.value = ''
        }}
      />
      <Button icon={cameraIcon} onClick={() => input.current?.click()}>
        {t('camera')}
      </Button>
    </>
  )
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
