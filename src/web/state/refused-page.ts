const KEY = 'refusedPage'

/** The page that somebody asked for and may not open; kept for a reload of the page that says so. */
export const rememberRefused = (path: string): void => sessionStorage.setItem(KEY, path)
export const refusedPage = (): string => sessionStorage.getItem(KEY) ?? ''
