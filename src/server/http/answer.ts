import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { CODE, Refusal, envelope, fail, fieldSentence, languageOf } from '#kernel'
import type { FieldProblem, Language } from '#kernel'
import { isRefusedValue } from '../db/refused-value.ts'
import { lackOf } from '../db/lack.ts'

const OK_WORDS: Record<Language, string> = { 'zh-cn': '操作成功', en: 'Operation successful' }
export const okAnswer = (language: Language, data: unknown) => envelope(CODE.ok, OK_WORDS[language], data ?? null)

/** What Fastify refuses before a handler runs, in our words. */
const TRANSPORT: Record<string, (error: FastifyError, request: FastifyRequest) => Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => fail('input.tooLarge', { limit: '2 MB' }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: (_, request) =>
    fail('input.mediaType', { type: String(request.headers['content-type'] ?? '').slice(0, 60) }),
  FST_ERR_CTP_EMPTY_TYPE: () => fail('input.mediaType', { type: '' }),
}
const isClientFault = (error: FastifyError) => error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500

export const refusalOf = (error: FastifyError | Error, request: FastifyRequest): Refusal => {
  if (error instanceof Refusal) return error
  const known = TRANSPORT[(error as FastifyError).code]
  if (known) return known(error as FastifyError, request)
  if (isClientFault(error as FastifyError)) return fail('input.badBody')
  const lack = lackOf(error)
  if (lack ?? isRefusedValue(error)) {
    request.log.warn({ err: error }, `refused: ${lack?.message ?? 'the database cannot read a value'}`)
    return lack ?? fail('input.invalid')
  }
  // Only here is something our fault: the reader gets a number, the log gets the story.
  request.log.error({ err: error }, 'unexpected failure')
  return fail('server.failed', { requestId: request.id })
}

const withSentences = (data: unknown, language: Language): unknown => {
  const problems = (data as { problems?: FieldProblem[] } | null)?.problems
  return problems ? { ...(data as object), problems: problems.map((p) => ({ ...p, msg: fieldSentence(p, language) })) } : data
}

const RETRY_AFTER_SECONDS = 2
export const refuseWith = (reply: FastifyReply, refusal: Refusal): FastifyReply => {
  const language = languageOf(reply.request.headers['think-lang'])
  const { retryAfter } = (refusal.data ?? {}) as { retryAfter?: unknown }
  const wait = typeof retryAfter === 'number' ? retryAfter : refusal.status === 503 ? RETRY_AFTER_SECONDS : undefined
  if (wait !== undefined) void reply.header('retry-after', wait)
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send(envelope(refusal.code, refusal.sentence(language), withSentences(refusal.data, language)))
}
