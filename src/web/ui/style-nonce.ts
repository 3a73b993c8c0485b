// First of all imports. Libraries write style elements while they run, and few of them know about policies: what our scripts make gets the
// number of the page, what came in with a text has none and is not applied.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.nonce ?? ''
const create = document.createElement.bind(document)
document.createElement = (name: string, options?: ElementCreationOptions): HTMLElement => {
  const element = create(name, options)
  if (nonce && element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}
