export type CallIdentity = { url: string; method: string; params: unknown; data: unknown; tokens: readonly string[] }

/** Two uploads of different files would look alike as JSON, so a body that is not plain data gets an identity of its own. */
let opaque = 0
const bodyKey = (data: unknown): string => {
  if (data instanceof FormData || data instanceof Blob || data instanceof ArrayBuffer) return `#${++opaque}`
  return JSON.stringify(data ?? null)
}

export const callKey = (call: CallIdentity): string =>
  [call.method, call.url, JSON.stringify(call.params ?? null), bodyKey(call.data), ...call.tokens].join('\u0000')

const inFlight = new Map<string, AbortController>()

/** The newest of identical calls wins: the older is aborted and its caller is told that it was cancelled. */
export const claim = (key: string, controller: AbortController): (() => void) => {
  inFlight.get(key)?.abort('duplicate')
  inFlight.set(key, controller)
  return () => {
    if (inFlight.get(key) === controller) inFlight.delete(key)
  }
}
