import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { House } from '../http/house.ts'
import { SENT, declare } from '../http/route.ts'
import type { Visit } from '../http/visit.ts'
import { deliver } from './deliver.ts'
import { fileAddresses } from './file-address.ts'
import { sendPdf } from './preview.ts'
import { suffixSvg } from './suffix-svg.ts'
import { upload } from './upload.ts'

const sendIcon = (visit: Visit, reply: FastifyReply): typeof SENT => {
  void reply
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
    .header('cache-control', 'private, max-age=86400')
    .type('image/svg+xml')
    .send(suffixSvg(String(visit.query['suffix'] ?? ''), String(visit.query['background'] ?? '')))
  return SENT
}

/** A scope of its own: outside it a form with files stays a content type that nobody accepts. */
export const storageRoutes = (app: FastifyInstance, house: House): void =>
  void app.register(async (scope) => {
    await scope.register(multipart)
    const { open, guarded } = declare(scope, house)
    guarded('POST', '/admin/ajax/upload', { audience: 'admin' }, (visit, actor, reply) => upload(visit, actor, reply.request))
    guarded('POST', '/api/ajax/upload', { audience: 'user' }, (visit, actor, reply) => upload(visit, actor, reply.request))
    guarded('POST', '/admin/ajax/fileAddress', { audience: 'admin' }, (visit, actor) => fileAddresses(visit, actor, 'admin'))
    guarded('POST', '/api/ajax/fileAddress', { audience: 'user' }, (visit, actor) => fileAddresses(visit, actor, 'user'))
    guarded('GET', '/admin/ajax/previewPdf', { audience: 'admin' }, sendPdf)
    guarded('GET', '/api/ajax/previewPdf', { audience: 'user' }, sendPdf)
    guarded('GET', '/admin/ajax/buildSuffixSvg', { address: true }, async (visit, _, reply) => sendIcon(visit, reply))
    open('GET', '/api/ajax/buildSuffixSvg', async (visit, _, reply) => sendIcon(visit, reply))
    open('GET', '/storage/*', (visit, _, reply) => deliver(visit, reply))
  })
