import purify from 'dompurify'

/** Addresses that stay: places in the document, pictures that came with it, and links that are shown before they are followed. */
const LINK = /^(#|https?:|mailto:)/i
const INSIDE = /^(#|blob:|data:image\/(png|jpeg|gif|webp|bmp);)/i
const isAddress = /^(href|xlink:href|src|data|srcset|poster|background|action|formaction|ping|cite)$/i

purify.addHook('uponSanitizeAttribute', (element, attribute) => {
  if (!isAddress.test(attribute.attrName)) return
  // Only what came inside the file is loaded; an address elsewhere would tell a stranger who reads it.
  const allowed = element.nodeName.toLowerCase() === 'a' ? LINK : INSIDE
  if (!allowed.test(attribute.attrValue.trim())) attribute.keepAttr = false
})

/** The policy of the frame forbids scripts and requests anyway; what could try them is taken out all the same. */
export const clean = (root: HTMLElement): void => {
  purify.sanitize(root, {
    IN_PLACE: true,
    ADD_TAGS: ['style', 'use'],
    FORBID_TAGS: ['iframe', 'object', 'embed', 'form', 'input', 'button', 'select', 'textarea', 'link', 'meta', 'base', 'audio', 'video'],
    // The hook decides; the library's own list does not know pictures of the page.
    ALLOW_UNKNOWN_PROTOCOLS: true,
  })
  // A picture that its author did not describe is passed over; a screen reader would read out its data.
  for (const picture of root.querySelectorAll<HTMLImageElement>('img:not([alt])')) picture.alt = ''
}

/** Parsed apart from the page: nothing in it may load or run before it is clean. */
export const cleanHtml = (html: string): HTMLElement => {
  const body = new DOMParser().parseFromString(html, 'text/html').body
  clean(body)
  return body
}
