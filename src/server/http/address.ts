import type { FastifyRequest } from 'fastify'
import { Refusal, fail, nest } from '#kernel'

/** Runs outside Fastify's error handling, where whatever is thrown ends the process: a refusal is handed on instead. */
export const readAddress = (text: string): Record<string, unknown> => {
  try {
    return nest(new URLSearchParams(text))
  } catch (error) {
    return { refusal: error instanceof Refusal ? error : fail('input.badAddress', { key: '' }) }
  }
}

/** An address can only bring texts, lists and records. */
export const refuseBadAddress = ({ query }: FastifyRequest): void => {
  const { refusal } = query as { refusal?: unknown }
  if (refusal instanceof Refusal) throw refusal
}
