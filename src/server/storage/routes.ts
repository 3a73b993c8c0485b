import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Backend } from '../backend.ts'
import { SENT, declare } from '../http/route.ts'
import type { Call } from '../http/call.ts'
import { deliver } from './deliver.ts'
import { fileAddresses } from './file-address.ts'
import { sendPdf } from './preview.ts'
import { suffixSvg } from './suffix-svg.ts'
import { upload } from './upload.ts'

const sendIcon = (call: Call, reply: FastifyReply): typeof SENT => {
  void reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('cache-control', 'private, max-age=86400')
    .type('image/svg+xml')
    .send(suffixSvg(String(call.query['suffix'] ?? ''), String(call.query['background'] ?? '')))
  return SENT
}

/** A scope of its own: outside it a form with files stays a content type that nobody accepts. */
export const storageRoutes = (app: FastifyInstance, backend: Backend): void =>
  void app.register(async (scope) => {
    await scope.register(multipart)
    const { open, guarded } = declare(scope, backend)
    guarded('POST', '/admin/ajax/upload', { audience: 'admin' }, (call, actor, reply) => upload(call, actor, reply.request))
    guarded('POST', '/api/ajax/upload', { audience: 'user' }, (call, actor, reply) => upload(call, actor, reply.request))
    guarded('POST', '/admin/ajax/fileAddress', { audience: 'admin' }, (call, actor) => fileAddresses(call, actor, 'admin'))
    guarded('POST', '/api/ajax/fileAddress', { audience: 'user' }, (call, actor) => fileAddresses(call, actor, 'user'))
    guarded('GET', '/admin/ajax/previewPdf', { audience: 'admin' }, sendPdf)
    guarded('GET', '/api/ajax/previewPdf', { audience: 'user' }, sendPdf)
    guarded('GET', '/admin/ajax/buildSuffixSvg', { address: 'token' }, async (call, _, reply) => sendIcon(call, reply))
    open('GET', '/api/ajax/buildSuffixSvg', async (call, _, reply) => sendIcon(call, reply))
    open('GET', '/storage/*', (call, _, reply) => deliver(call, reply))
  })
