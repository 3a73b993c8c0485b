import { useText } from '#web'
import { formatNumber, formatSize } from '#web/ui/format.ts'
import { useLanguage } from '#web/i18n/index.ts'
import type { Lang } from '#web/state/config.ts'
import { Icon } from '#web/ui/icon.tsx'
import { go } from '#web/navigation/open.ts'
import type { Stat } from './board.ts'

const figure = ({ unit, capped }: Stat, value: number, lang: Lang): string =>
  unit === 'bytes' ? formatSize(value, lang) : `${formatNumber(value, lang)}${capped ? '+' : ''}`

/** Computed by the server from rows; a figure nobody compared says nothing. */
const Change = ({ stat }: { stat: Stat }) => {
  const t = useText('dashboard')
  const lang = useLanguage()
  const shown = (value: number) => figure({ ...stat, capped: false }, value, lang)
  if (stat.since !== undefined) return <small>{stat.since > 0 ? t('stat.since', { value: shown(stat.since) }) : t('stat.sinceNone')}</small>
  if (stat.before === undefined) return null
  return <small>{t('stat.before', { value: shown(stat.before) })}</small>
}

const Tile = ({ stat }: { stat: Stat }) => {
  const lang = useLanguage()
  const body = (
    <>
      <span className="stat-name">
        <Icon name={stat.icon} size={15} />
        {stat.title}
      </span>
      <strong>{figure(stat, stat.value, lang)}</strong>
      <Change stat={stat} />
    </>
  )
  const { path } = stat
  return path ? (
    <button type="button" className="stat" data-widget={stat.key} onClick={() => void go(path)}>
      {body}
    </button>
  ) : (
    <div className="stat" data-widget={stat.key}>
      {body}
    </div>
  )
}

export const StatTiles = ({ stats }: { stats: readonly Stat[] }) => (
  <div className="stats">
    {stats.map((stat) => (
      <Tile key={stat.key} stat={stat} />
    ))}
  </div>
)
