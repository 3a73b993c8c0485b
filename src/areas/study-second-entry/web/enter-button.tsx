import { useState } from 'react'
import icon from 'virtual:icon/files'
import { ensureText, later, useResource, useText } from '#web'
import { Button } from '#web/ui/button.tsx'

await ensureText('second')

const EnterDrawer = later(
  () => import('./enter-drawer.tsx'),
  (m) => m.EnterDrawer,
)

export const EnterButton = () => {
  const t = useText('second')
  const mayEnter = useResource().may('enter')
  const [isOpen, setOpen] = useState(false)
  if (!mayEnter) return null
  return (
    <>
      <Button look="primary" icon={icon} onClick={() => setOpen(true)}>
        {t('enter')}
      </Button>
      {isOpen && <EnterDrawer onClose={() => setOpen(false)} />}
    </>
  )
}
