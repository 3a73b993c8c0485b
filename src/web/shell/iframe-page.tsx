import { useLocation } from 'react-router'
import { useText } from '../i18n/index.ts'
import { addressOf, flatten, useMenu } from '../state/menu.ts'

const isWeb = (url: string): boolean => /^https?:\/\//i.test(url) || /^\/[^/\\]/.test(url)

/** A page of another system inside a tab. Only what the menu holds: a link could otherwise put any site into our frame. */
export default function IframePage() {
  const t = useText('shell')
  const { pathname } = useLocation()
  const node = useMenu((s) => flatten(s.nodes).find((n) => n.menu_type === 'iframe' && addressOf(n) === pathname))
  const url = node?.url ?? ''
  if (!node || !isWeb(url)) return <p style={{ padding: 16 }}>{t('nav.invalid')}</p>
  return (
    <iframe
      className="iframe-page"
      src={url}
      title={node.title}
      referrerPolicy="no-referrer"
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
    />
  )
}
