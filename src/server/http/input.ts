import { fail, flawOf, isStorable } from '#kernel'
import type { Call } from './call.ts'

/** The one door for what is sent: behind it no text has a NUL, no value is deeper than we can follow, none shadows `toString`. */
export const refuseFlaws = ({ params, query, body }: Pick<Call, 'params' | 'query' | 'body'>): void => {
  for (const part of Object.values(params)) if (!isStorable(part)) throw fail('request.unknown', { url: encodeURI(part).slice(0, 200) })
  const asked = flawOf(query)
  if (asked) throw fail(asked.key, asked.params)
  const sent = flawOf(body)
  if (sent) throw fail(sent.key, sent.params, { problems: [{ field: sent.field, key: sent.problem, params: sent.params }] })
}

/** Headers carry Latin letters only, so the reason of a change travels encoded. */
export const reasonOf = (header: string | string[] | undefined): string | undefined => {
  if (typeof header !== 'string') return undefined
  try {
    const reason = decodeURIComponent(header).slice(0, 500).toWellFormed()
    if (isStorable(reason)) return reason
  } catch {
    // Not encoded, or not text: refused below.
  }
  throw fail('input.badHeader', { name: 'x-reason' })
}
