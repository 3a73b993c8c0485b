import { useText } from '../../i18n/index.ts'
import { ownSiteName, useSite } from '../../state/site.ts'
import { Mark } from '../../ui/brand.tsx'

export const Brand = () => {
  const t = useText('shell')
  const own = useSite((s) => ownSiteName(s.siteName))
  return (
    <a className="brand" href="/" title={own || t('siteName')}>
      <Mark size={24} />
      <span>{own || t('shortName')}</span>
    </a>
  )
}
