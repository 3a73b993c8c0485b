/**
 * Whether a reader sees anything: a picture, or a character outside the tags. One pass over the text; an expression that looks for
 * the end of every `<` would read a megabyte of them half a million times.
 */
export const showsSomething = (html: string): boolean => {
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    const text = html.slice(at, open < 0 ? html.length : open)
    if (text.replaceAll('&nbsp;', '').trim() !== '') return true
    if (open < 0) return false
    const close = html.indexOf('>', open)
    // What is never closed is no tag: it is shown as it stands.
    if (close < 0 || /^<img\b/i.test(html.slice(open, open + 5))) return true
    at = close + 1
  }
  return false
}
