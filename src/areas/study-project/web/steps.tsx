import { useResource, useText } from '#web'
import { exactTime, momentOf, relativeTime } from '#web/ui/format.ts'
import type { Overview, Step } from './api.ts'

const MARK = { done: '✓', current: '●', ahead: '○' } as const

const Day = ({ at }: { at: string | null }) => {
  const { words } = useResource()
  const moment = momentOf(at)
  return moment ? (
    <time dateTime={moment.toISOString()} title={`${exactTime(moment)} · ${relativeTime(moment, words.lang)}`}>
      {exactTime(moment).slice(0, 10)}
    </time>
  ) : (
    <span aria-hidden>–</span>
  )
}

/** The life of a study in five steps; the mark says where it is, the colour only repeats it. */
export const Steps = ({ steps }: { steps: readonly Step[] }) => {
  const t = useText('study')
  return (
    <ol className="study-steps">
      {steps.map(({ key, state, at }) => (
        <li key={key} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
          <i aria-hidden>{MARK[state]}</i>
          <b>{t(`step.${key}`)}</b>
          <Day at={at} />
        </li>
      ))}
    </ol>
  )
}

/** The last changes of state, with who and why. */
export const Moves = ({ moves }: { moves: Overview['moves'] }) => {
  const t = useText('study')
  const { words } = useResource()
  return (
    <section className="panel-card">
      <h2>{t('moves')}</h2>
      <ul className="study-moves">
        {moves.map(({ at, by, to, reason }) => (
          <li key={at}>
            <Day at={at} />
            <b>{words.option('state', to)}</b>
            <span>{by === 'system' ? t('list:history.system') : by}</span>
            {reason && <span>{reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
