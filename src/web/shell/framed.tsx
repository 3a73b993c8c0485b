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

const CONFINED = 'allow-scripts allow-forms allow-popups allow-downloads'
/** A page of our own address that kept it could take its sandbox off, and read what this window holds. */
export const sandboxOf = (url: string, here: string): string =>
  new URL(url, here).origin === new URL(here).origin ? CONFINED : `${CONFINED} allow-same-origin`

/** Another system, shut in: it learns nothing of where it stands, and cannot lead the window away. */
export const Framed = ({ url, title }: { url: string; title: string }) => {
  useEffect(() => {
    document.addEventListener('securitypolicyviolation', reloadWhenRefused)
    return () => document.removeEventListener('securitypolicyviolation', reloadWhenRefused)
  }, [])
  const src = isWeb(url) ? url : 'about:blank'
  return (
    <iframe className="iframe-page" src={src} title={title} referrerPolicy="no-referrer" sandbox={sandboxOf(src, window.location.href)} />
  )
}
