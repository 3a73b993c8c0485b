import { useLocation } from 'react-router'
import { useText } from '../i18n/index.ts'

const isWeb = (url: string): boolean => /^https?:\/\//i.test(url) || /^\/[^/\\]/.test(url)

/** A page of another system inside a tab. Addresses like `javascript:` from the menu rules are not loaded. */
export default function IframePage() {
  const t = useText('shell')
  const { pathname } = useLocation()
  const url = decodeURIComponent(pathname.replace(/^\/admin\/iframe\//, ''))
  if (!isWeb(url)) return <p style={{ padding: 16 }}>{t('nav.invalid')}</p>
  return (
    <iframe
      className="iframe-page"
      src={url}
      title={url}
      referrerPolicy="no-referrer"
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
    />
  )
}
