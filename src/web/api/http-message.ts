const statusKeys: Record<number, string> = {
  302: 'http.302',
  400: 'http.400',
  401: 'http.401',
  403: 'http.401',
  404: 'http.404',
  408: 'http.408',
  409: 'http.409',
  500: 'http.500',
  501: 'http.501',
  502: 'http.502',
  503: 'http.503',
  504: 'http.504',
  505: 'http.505',
}

/** Too long a question, too busy a server, a value that cannot be: the server says which, and what to do about it. */
const told = new Set([400, 503])
/** The specification words the common statuses; of the others (413, 429 …) the server's own sentence, where there is one, says more. */
export const hasWords = (status: number): boolean => status in statusKeys && !told.has(status)

export const statusMessageKey = (status: number): string => statusKeys[status] ?? 'http.other'

/** Browsers word a failed connection differently ("Failed to fetch", "Load failed"): a TypeError from fetch is always the network. */
export const transportMessageKey = (error: Error, online: boolean): string => {
  if (/timeout/i.test(error.message) || error.name === 'TimeoutError') return 'http.timeout'
  if (/network/i.test(error.message) || error instanceof TypeError) return online ? 'http.serverException' : 'http.offline'
  return 'http.other'
}
