export const isWeb = (url: string): boolean => /^https?:\/\//i.test(url) || /^\/[^/\\]/.test(url)

/** Another system, shut in: it learns nothing of where it stands, and cannot lead the window away. */
export const Framed = ({ url, title }: { url: string; title: string }) => (
  <iframe
    className="iframe-page"
    src={isWeb(url) ? url : 'about:blank'}
    title={title}
    referrerPolicy="no-referrer"
    sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-downloads"
  />
)
