type Go = (path: string) => void

let go: Go = (path) => window.location.assign(path)

/** The router registers itself here, so that calls can send the person to a page without importing the router. */
export const setNavigator = (next: Go): void => {
  go = next
}

export const navigateTo = (path: string): void => go(path)
