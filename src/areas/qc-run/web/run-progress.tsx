import { useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { formatNumber } from '#web/ui/format.ts'
import { useInsight, type Run } from './insight.ts'

const LOOK_MS = 2000
type Now = { share: number | null; step: string | null; said: string | null }

/** How far it is, what it is at, and what a server has done for it until now. */
export const RunProgress = ({ run }: { run: Run }) => {
  const t = useText('control')
  const lang = useLanguage()
  const { data } = useInsight<Now | null>('progress', { id: run.id }, { everyMs: LOOK_MS })
  if (!data || data.share === null) return null
  const percent = Math.floor(data.share * 100)
  return (
    <div className="run-progress">
      <p>
        <span
          className="run-bar"
          role="progressbar"
          aria-label={t('run.progress')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <span style={{ inlineSize: `${percent}%` }} />
        </span>
        <b>{formatNumber(percent, lang)} %</b>
      </p>
      {data.step !== null && <p>{data.step}</p>}
      {data.said !== null && <p>{data.said}</p>}
    </div>
  )
}
