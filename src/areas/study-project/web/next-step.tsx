import { type ReactNode, useEffect, useState } from 'react'
import { type RowData, useResource, useText } from '#web'
import { moveRule } from '#kernel'
import { followInside } from '#web/resource/list/label-link.tsx'
import { useRowCommands } from '#web/resource/list/use-row-commands.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import type { Blocker, Overview } from './api.ts'
import { StartButton } from './start-button.tsx'
import { WaiveButton } from './waive-button.tsx'

const LOOK_MS = 2000

const Door = ({ text, address }: Pick<Blocker, 'text' | 'address'>) =>
  address ? (
    <a href={address} onClick={(event) => followInside(event, address)}>
      {text}
    </a>
  ) : (
    text
  )

type Props = { row: RowData; next: NonNullable<Overview['next']>; reload(): void; /** What can be done before it. */ children?: ReactNode }

/** Where the study goes from here: what is still missing, or the button that takes it there. */
export const NextStep = ({ row, next: { to, isWhole, blockers, later }, reload, children }: Props) => {
  const t = useText('study')
  const { resource, words, may, nameOf } = useResource()
  const { ask, askWhy, dialog } = useConfirm()
  const commands = useRowCommands({ lists: { patch: () => [], reload: async () => reload() }, ask, askWhy, deselect: () => {} })
  const state = words.option('state', to)
  const [isBegun, setBegun] = useState(false)
  const waits = isBegun && blockers.length > 0
  // What was begun here ends behind the page: whoever waits for it sees the step open by itself.
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(reload, LOOK_MS)
    return () => clearInterval(timer)
  }, [waits, reload])
  return (
    <div className="study-next">
      {blockers.length > 0 ? (
        <>
          <p>{t('blocked', { count: blockers.length, state })}</p>
          <ul>
            {blockers.map(({ text, address, start, waiver, isAsked }) => (
              <li key={text}>
                <Door text={text} address={address} />
                {start && <StartButton start={start} onBegun={() => setBegun(true)} reload={reload} />}
                {start && isBegun && <small role="status">{t('begun')}</small>}
                <WaiveButton study={row.id} blocker={{ text, waiver, isAsked }} reload={reload} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        isWhole && <p>{t('ready', { state })}</p>
      )}
      {later.length > 0 && (
        <>
          <p className="study-later">{t('later')}</p>
          <ul>
            {later.map(({ text, address }) => (
              <li key={text}>
                <Door text={text} address={address} />
              </li>
            ))}
          </ul>
        </>
      )}
      {!isWhole && <p className="field-note">{t('partly', { state })}</p>}
      {children}
      {may(moveRule(resource, to)) && (
        <Button
          look={blockers.length ? 'plain' : 'primary'}
          busy={commands.busy}
          disabled={blockers.length > 0}
          onClick={() => void commands.step(row, to, nameOf(row))}
        >
          {words.move(to, String(row['state']))}
        </Button>
      )}
      {dialog}
    </div>
  )
}
