import { useText } from '../../i18n/index.ts'

/** Nothing here: a dash for the eye, a word for the ear. */
export const Dash = () => {
  const t = useText('field')
  return (
    <span className="cell-dash">
      <span aria-hidden>–</span>
      <span className="sr-only">{t('blank')}</span>
    </span>
  )
}
