import { useState } from 'react'
import upload from 'virtual:icon/upload'
import { ensureText, later, useResource, useText } from '#web'
import { Button } from '#web/ui/button.tsx'

await ensureText('exchange')

const TakeDrawer = later(
  () => import('./take-drawer.tsx'),
  (m) => m.TakeDrawer,
)

export const TakeButton = () => {
  const t = useText('exchange')
  const mayTake = useResource().may('take')
  const [isOpen, setOpen] = useState(false)
  if (!mayTake) return null
  return (
    <>
      <Button icon={upload} onClick={() => setOpen(true)}>
        {t('take')}
      </Button>
      {isOpen && <TakeDrawer onClose={() => setOpen(false)} />}
    </>
  )
}
