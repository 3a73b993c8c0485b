import { lazy, Suspense, useState } from 'react'
import folder from 'virtual:icon/folder-open'
import { useText } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { useCan } from '../../state/ability.tsx'

const Picker = lazy(() => import('./picker.tsx'))

/** Beside an upload, for whoever may see the attachments. */
export const ChooseExisting = ({ pictures, room, onChoose }: { pictures: boolean; room: number; onChoose(urls: string[]): void }) => {
  const t = useText('field')
  const [open, setOpen] = useState(false)
  if (!useCan('routine/attachment/index')) return null
  return (
    <>
      <Button look="quiet" icon={folder} style={{ justifySelf: 'start', alignSelf: 'start' }} onClick={() => setOpen(true)}>
        {t('upload.existing')}
      </Button>
      {open && (
        <Suspense>
          <Picker
            pictures={pictures}
            room={room}
            onClose={() => setOpen(false)}
            onChoose={(urls) => {
              setOpen(false)
              onChoose(urls)
            }}
          />
        </Suspense>
      )}
    </>
  )
}
