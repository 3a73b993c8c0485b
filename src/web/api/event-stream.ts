import { ApiError, type Envelope } from './envelope.ts'
import { refreshSession } from './refresh.ts'
import { sessionHeaders, withParams } from './send.ts'
import { audienceOf, tokenOf } from './session.ts'

export type StreamEvent = { id: string; event: string; data: unknown }
type Asked = { url: string; params?: Record<string, unknown>; marks?: string; signal: AbortSignal; onEvent(event: StreamEvent): void }

/** The parts of a text between blank lines that are whole, and what is left of it. */
const whole = (text: string): { blocks: string[]; rest: string } => {
  const blocks = text.split('\n\n')
  return { blocks: blocks.slice(0, -1), rest: blocks.at(-1) ?? '' }
}
const eventOf = (block: string): StreamEvent | null => {
  const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()]))
  const text = fields.get('data')
  if (text === undefined) return null
  const data: unknown = JSON.parse(text)
  return { id: fields.get('id') ?? '', event: fields.get('event') ?? 'message', data }
}

const open = ({ url, params, marks, signal }: Asked): Promise<Response> =>
  fetch(withParams(url, params), {
    headers: { ...sessionHeaders(), accept: 'text/event-stream', ...(marks ? { 'last-event-id': marks } : {}) },
    credentials: 'same-origin',
    signal,
  })

/** What is no stream is the answer of a refusal. */
const refusalIn = async (response: Response): Promise<Envelope | null> => {
  if (response.headers.get('content-type')?.includes('event-stream')) return null
  const answer: Envelope = await response.json()
  return answer
}

/** Reads events until the stream ends. With `fetch`: an `EventSource` sends no headers, and a token does not belong into an address. */
export const readEvents = async (asked: Asked): Promise<void> => {
  const audience = audienceOf(asked.url)
  const token = tokenOf(audience)
  let response = await open(asked)
  let refusal = await refusalIn(response)
  if (refusal?.code === 409 && (await refreshSession(audience, token))) {
    response = await open(asked)
    refusal = await refusalIn(response)
  }
  if (refusal) throw new ApiError('business', { code: refusal.code, msg: refusal.msg, data: refusal.data })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    const { blocks, rest } = whole(text + part.value)
    text = rest
    for (const block of blocks) {
      const event = eventOf(block)
      if (event) asked.onEvent(event)
    }
  }
}
