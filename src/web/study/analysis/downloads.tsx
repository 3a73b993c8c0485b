import { useText } from '../../i18n/index.ts'
import { exactTime } from '../../ui/format.ts'
import type { Delivered } from './plan.ts'

/** Who has taken the package, and when. */
export const Downloads = ({ downloads }: Pick<Delivered, 'downloads'>) => {
  const t = useText('analysis')
  if (downloads.length === 0) return <p className="panel-note">{t('noDownloads')}</p>
  return (
    <ul className="analysis-downloads">
      {downloads.map(({ at, by, sha256 }) => (
        <li key={at}>
          <time dateTime={at}>{exactTime(new Date(at))}</time> <b>{by}</b> <code>{sha256.slice(0, 16)}</code>
        </li>
      ))}
    </ul>
  )
}
