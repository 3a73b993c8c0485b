import { useText } from '../../i18n/index.ts'
import type { Delivered } from './plan.ts'

/** Files that were asked for and are not in the package: whoever downloads it knows before. */
export const LeftOut = ({ leftOut }: Pick<Delivered, 'leftOut'>) => {
  const t = useText('analysis')
  if (leftOut.length === 0) return null
  return (
    <section className="analysis-left-out" role="note">
      <h3>{t('leftOut')}</h3>
      <p>{t('leftOutNote')}</p>
      <ul>
        {leftOut.map(({ name, why }) => (
          <li key={name}>
            <code>{name}</code> <span>{why}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
