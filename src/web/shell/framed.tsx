import { useEffect } from 'react'

export const isWeb = (url: string): boolean => /^https?:\/\//i.test(url) || /^\/[^/\\]/.test(url)

const LOADED = 'framedReload'
const AGAIN_MS = 10_000
/** Which sites may stand in a frame was said when this page was loaded: a menu that is younger needs the page anew, once. */
const reloadWhenRefused = ({ effectiveDirective }: SecurityPolicyViolationEvent): void => {
  if (effectiveDirective !== 'frame-src' || Date.now() - Number(sessionStorage.getItem(LOADED)) < AGAIN_MS) return
  sessionStorage.setItem(LOADED, String(Date.now()))
  window.location.reload()
}

/** Another system, shut in: it learns nothing of where it stands, and cannot lead the window away. */
export const Framed = ({ url, title }: { url: string; title: string }) => {
  useEffect(() => {
    document.addEventListener('securitypolicyviolation', reloadWhenRefused)
    return () => document.removeEventListener('securitypolicyviolation', reloadWhenRefused)
  }, [])
  return (
    <iframe
      className="iframe-page"
      src={isWeb(url) ? url : 'about:blank'}
      title={title}
      referrerPolicy="no-referrer"
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
    />
  )
}
