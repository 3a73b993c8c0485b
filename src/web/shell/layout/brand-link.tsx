import { useText } from '../../i18n/index.ts'
import { useLanguage } from '../../i18n/index.ts'
import { useSite } from '../../state/site.ts'
import { Mark } from '../../ui/brand.tsx'

/** The site's own name is Chinese as entered by the hospital; in English the translated one reads better unless it was changed. */
export const Brand = () => {
  const t = useText('shell')
  const lang = useLanguage()
  const own = useSite((s) => s.siteName)
  const name = lang === 'en' ? t('shortName') : own || t('siteName')
  return (
    <a className="brand" href="/" title={own || t('siteName')}>
      <Mark size={24} />
      <span>{name}</span>
    </a>
  )
}
