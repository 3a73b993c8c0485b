import { useLocation } from 'react-router'
import { useText } from '../i18n/index.ts'
import { addressOf, flatten, useMenu } from '../state/menu.ts'
import { Framed, isWeb } from './framed.tsx'

/** A page of another system inside a tab. Only what the menu holds: a link could otherwise put any site into our frame. */
export default function IframePage() {
  const t = useText('shell')
  const { pathname } = useLocation()
  const node = useMenu((s) => flatten(s.nodes).find((n) => n.menu_type === 'iframe' && addressOf(n) === pathname))
  if (!node || !isWeb(node.url)) return <p style={{ padding: 16 }}>{t('nav.invalid')}</p>
  return <Framed url={node.url} title={node.title} />
}
