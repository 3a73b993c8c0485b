import { ProviderError } from './provider.ts'

type Post = { url: URL; headers: Record<string, string>; body: string }
const MAX_ANSWER = 64 * 1024

/** One HTTP call of a gateway. What is not an answer in JSON is a passing fault; a redirect is none of ours to follow. */
export const post = async <T>({ url, headers, body }: Post, signal: AbortSignal): Promise<T> => {
  let text: string
  let status: number
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
    status = response.status
    text = (await response.text()).slice(0, MAX_ANSWER)
  } catch (error) {
    throw new ProviderError(signal.aborted ? 'no answer in time' : `not reachable (${(error as Error).message})`, true)
  }
  if (status >= 500 || status === 429) throw new ProviderError(`HTTP ${status}`, true)
  try {
    return JSON.parse(text) as T
  } catch {
    throw new ProviderError(`HTTP ${status} without an answer that can be read`, status < 400)
  }
}
