import { useText } from '#web'
import { useInsight, type Run } from './insight.ts'

type Mailed = {
  hasServer: boolean
  mails: number
  noFile: number
  noAddress: number
  noRight: number
  states: Readonly<Record<string, number>>
}
const STATES = ['sending', 'sent', 'local', 'failed'] as const
const PEOPLE = ['noFile', 'noAddress', 'noRight'] as const

/** What became of the report by mail, as the outbox has it: nothing is called sent that was not. */
export const RunMailed = ({ row }: { row: Run }) => {
  const t = useText('control')
  const { data, isError } = useInsight<{ mailed: Mailed | null }>('mailed', { id: row.id }, { isAsked: row.mailed !== null })
  if (row.mailed === null) return null
  if (isError) return <p className="run-why">{t('mailed.unknown')}</p>
  const mailed = data?.mailed
  if (!mailed) return null
  if (!mailed.hasServer) return <p className="run-why">{t('mailed.noServer')}</p>
  const counts = [
    ...STATES.map((state) => [state, mailed.states[state] ?? 0] as const),
    ...PEOPLE.map((name) => [name, mailed[name]] as const),
  ].filter(([, n]) => n > 0)
  const first = mailed.mails === 0 ? t('mailed.nobody') : t('mailed.mails', { n: mailed.mails })
  const said = counts.map(([name, n]) => t(`mailed.${name}`, { n }))
  return <p className="run-why">{[first, ...said].join(' · ')}</p>
}
