const KEY = 'invitation'

/** The code of the link, kept for this window while somebody signs in or registers on the way; the address is cleaned of it at once. */
export const takeCode = (): string => {
  const given = window.location.hash.slice(1)
  if (given === '') return sessionStorage.getItem(KEY) ?? ''
  sessionStorage.setItem(KEY, given)
  window.history.replaceState(window.history.state, '', window.location.pathname)
  return given
}
export const dropCode = (): void => sessionStorage.removeItem(KEY)
