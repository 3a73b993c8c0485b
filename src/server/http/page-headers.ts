/** Texts that people format and bars of figures have style attributes; they reach their own element only. */
const ATTRIBUTES = "style-src-attr 'unsafe-inline'"
/** The home page has only the styles it was printed with. */
export const printedStyles = (hashes: readonly string[]): string => `${hashes.join(' ')}; ${ATTRIBUTES}`
/** antd, the terminal and the editor write `<style>` elements while they run: those that our scripts make carry the number of the page. */
export const numberedStyles = (nonce: string, hashes: readonly string[]): string => printedStyles([...hashes, `'nonce-${nonce}'`])

/** Scripts and styles come from here alone; a page that a menu embeds is the only thing that may be foreign. */
export const policyFor = ({ frames = [], styles = '' }: { frames?: readonly string[]; styles?: string } = {}): string =>
  `default-src 'self'; script-src 'self'; style-src 'self'${styles && ` ${styles}`}; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; frame-src ${["'self'", ...frames].join(' ')}; worker-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'`

/** What is sent with every answer; a file or a page says for itself how long it may be kept. */
export const HEADERS = {
  'content-security-policy': policyFor(),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'SAMEORIGIN',
}

/** A browser that came by TLS once comes by TLS for a year. */
export const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000' }

/** Where documents become HTML: our scripts without an origin, pictures that came with the document, and no request at all. */
export const FRAME_PAGE = '/preview-frame.html'
export const FRAME_HEADERS = {
  'content-security-policy':
    "sandbox allow-scripts allow-modals; default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data: blob:; font-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'referrer-policy': 'no-referrer',
}
