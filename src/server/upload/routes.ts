import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { CODE, fail } from '#kernel'
import type { Refusal } from '#kernel'
import type { Backend } from '../backend.ts'
import type { Actor } from '../model/context.ts'
import { refusalOf, refuseWith } from '../http/answer.ts'
import { OCTETS } from '../http/body-clock.ts'
import { contextOf } from '../http/call.ts'
import type { Call } from '../http/call.ts'
import { SENT, declare } from '../http/route.ts'
import { freePlace, isKept, makePlace, refuseFullDisk } from './place.ts'
import { ALGORITHMS, VERSION, readChecksum, readCount, readMetadata, refuseOtherProtocol } from './protocol.ts'
import { alone, createUpload, findUpload, leftBy, outcomeOf, removeGone, removeUpload, unfinishedOf } from './record.ts'
import { settle } from './settle.ts'
import { targetOf } from './target.ts'
import { writePart } from './write.ts'

const GB = 1024 ** 3
const SESSION_CODE = 'x-session-code'
const inGB = (bytes: number) => `${Math.ceil(bytes / GB)} GB`

const create = async (call: Call, actor: Actor, reply: FastifyReply, base: string) => {
  const { database, config } = call.backend
  const size = readCount(call.headers['upload-length'])
  if (size === undefined) throw fail('upload.length')
  if (size > config.UPLOAD_MAX_GB * GB) throw fail('upload.tooLarge', { limit: `${config.UPLOAD_MAX_GB} GB` })
  const metadata = readMetadata(call.headers['upload-metadata'])
  const target = metadata.get('target') ?? 'datafile'
  const { uploads, record, about } = targetOf(call.backend.engine.registry, target)
  const name = (metadata.get('filename') ?? '').slice(0, 255)
  const folder = (metadata.get('folder') ?? '').slice(0, 500)
  const mark = metadata.get('mark')?.slice(0, 100) || null
  await uploads.guard(await contextOf(call, actor), record, { name, size, about })
  await refuseFullDisk(config.DATA_DIR, size)
  const upload = await alone(database, actor, async (tx) => {
    const used = (await unfinishedOf(tx, actor)) + size
    if (used > config.UPLOAD_QUOTA_GB * GB) throw fail('upload.quota', { used: inGB(used), limit: `${config.UPLOAD_QUOTA_GB} GB` })
    return createUpload(tx, actor, { name, folder, mark, target, size })
  })
  await makePlace(config.DATA_DIR, upload.id)
  await settle(database, actor, upload)
  void reply.code(201).header('location', `${base}/${upload.id}`).header('upload-expires', new Date(upload.expiresAt).toUTCString()).send()
}
const look = async (call: Call, actor: Actor, reply: FastifyReply) => {
  const { database, config } = call.backend
  const upload = await findUpload(database, actor, call.params['id']!)
  if (
    upload.state === 'receiving' &&
    !(await isKept(config.DATA_DIR, upload.id, upload.received)) &&
    (await removeGone(database, upload))
  ) {
    await freePlace(config.DATA_DIR, upload.id)
    throw fail('upload.gone')
  }
  await settle(database, actor, upload)
  void reply
    .code(200)
    .header('cache-control', 'no-store')
    .header('upload-offset', upload.received)
    .header('upload-length', upload.size)
    .header(
      'upload-metadata',
      `filename ${Buffer.from(upload.name).toString('base64')},target ${Buffer.from(upload.target).toString('base64')}`,
    )
    .header('upload-expires', new Date(upload.expiresAt).toUTCString())
    .send()
}
const receive = async (call: Call, actor: Actor, reply: FastifyReply) => {
  if (call.headers['content-type'] !== OCTETS) throw fail('upload.body')
  const offset = readCount(call.headers['upload-offset'])
  if (offset === undefined) throw fail('input.badHeader', { name: 'upload-offset' })
  const checksum = readChecksum(call.headers['upload-checksum'])
  const { database, config } = call.backend
  const { id } = await findUpload(database, actor, call.params['id']!)
  const part = { id, offset, checksum, source: reply.request.raw }
  const upload = await writePart({ db: database, dataDir: config.DATA_DIR, actor }, part)
  await settle(database, actor, upload)
  void reply.code(204).header('upload-offset', upload.received).header('upload-expires', new Date(upload.expiresAt).toUTCString()).send()
}
const remove = async (call: Call, actor: Actor, reply: FastifyReply) => {
  const { database, config } = call.backend
  const { id } = await findUpload(database, actor, call.params['id']!)
  if (!(await removeUpload(database, id))) throw fail('upload.locked')
  await freePlace(config.DATA_DIR, id)
  void reply.code(204).send()
}

/** These routes speak the statuses of tus: who must sign in again gets 401, with the code of the envelope that says how. */
const inStatuses = (refusal: Refusal): Refusal => {
  if (refusal.code === CODE.expired || refusal.code === CODE.redirect) Object.assign(refusal, { status: 401 })
  else if (refusal.status === 200) Object.assign(refusal, { status: refusal.code === CODE.forbidden ? 403 : 400 })
  return refusal
}

/** Resumable uploads. A scope of its own: only here a body is a stream that the handler reads. */
export const uploadRoutes = (app: FastifyInstance, backend: Backend): void =>
  void app.register(async (scope) => {
    scope.addContentTypeParser(OCTETS, (_, __, done) => done(null))
    scope.addHook('onRequest', async (_, reply) => void reply.header('tus-resumable', VERSION))
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const refusal = inStatuses(refusalOf(error, request))
      // An answer to HEAD has no body: what its 401 means stands in the head as well.
      if (refusal.status === 401) void reply.header(SESSION_CODE, refusal.code)
      if (refusal.key === 'upload.protocol') void reply.header('tus-version', VERSION)
      // What is still on its way would be read as the next request.
      if (!request.raw.complete) void reply.header('connection', 'close')
      return refuseWith(reply, refusal)
    })
    const { open, guarded } = declare(scope, backend)
    for (const [base, audience] of [
      ['/admin/upload', 'admin'],
      ['/api/upload', 'user'],
    ] as const) {
      open('OPTIONS', base, async (_, __, reply) => {
        void reply
          .code(204)
          .header('tus-version', VERSION)
          .header('tus-extension', 'creation,termination,expiration,checksum')
          .header('tus-checksum-algorithm', ALGORITHMS.join(','))
          .header('tus-max-size', backend.config.UPLOAD_MAX_GB * GB)
          .send()
        return SENT
      })
      const add = (
        method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
        url: string,
        act: (call: Call, actor: Actor, reply: FastifyReply, base: string) => Promise<void>,
      ) =>
        guarded(method, url, { audience }, async (call, actor, reply) => {
          refuseOtherProtocol(call.headers)
          await act(call, actor, reply, base)
          return SENT
        })
      guarded('GET', `${base}/mine`, { audience }, async (_, actor) => ({ list: await leftBy(backend.database, actor) }))
      guarded('GET', `${base}/outcome`, { audience }, async (call, actor) => {
        const { state, error, told } = await outcomeOf(backend.database, actor, String(call.query['id'] ?? ''))
        const isOver = state === 'failed' || state === 'parked' || state === 'cancelled'
        return {
          isTaken: state === 'done',
          error: isOver ? (error?.[call.language] ?? state) : null,
          told: told && { text: told.words[call.language], resource: told.resource, record: told.record },
        }
      })
      add('POST', base, create)
      add('HEAD', `${base}/:id`, look)
      add('PATCH', `${base}/:id`, receive)
      add('DELETE', `${base}/:id`, remove)
    }
  })
