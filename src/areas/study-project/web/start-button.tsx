import { useState } from 'react'
import play from 'virtual:icon/play'
import { useText } from '#web'
import { runAction } from '#web/api/resource.ts'
import { uuid } from '#web/api/uuid.ts'
import { useMay } from '#web/state/ability.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Blocker } from './api.ts'

type Props = { start: NonNullable<Blocker['start']>; onBegun(): void; reload(): void }

/** Begins what settles a blocker, for whoever may. */
export const StartButton = ({ start: { resource, action, input }, onBegun, reload }: Props) => {
  const t = useText('study')
  const may = useMay()
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    // A refusal is told by the call; either way the list below shows what still stands in the way.
    await runAction(resource, action, [], input, uuid()).then(onBegun, () => null)
    setBusy(false)
    reload()
  }
  return may(resource, action) ? (
    <Button icon={play} busy={busy} onClick={() => void start()}>
      {t('startNow')}
    </Button>
  ) : null
}
