import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import { fail } from '#kernel'
import { hangUp } from '../http/hang-up.ts'
import { SENT } from '../http/route.ts'
import type { Call } from '../http/call.ts'
import type { Actor } from '../model/context.ts'
import { openFile } from './open-file.ts'
import { suffixOf } from './file-kind.ts'

const CONVERTED = new Set(['doc', 'xls', 'ppt'])

/** An old Office file as PDF, for whoever may read it and is signed in: converting costs. */
export const sendPdf = async (call: Call, actor: Actor, reply: FastifyReply): Promise<typeof SENT> => {
  const { backend, query } = call
  const file = await openFile(call, String(query['url'] ?? ''), actor)
  const suffix = suffixOf(file.name)
  if (!CONVERTED.has(suffix)) throw fail('preview.failed')
  const path = await backend.converter.pdfOf({ path: backend.store.pathOf(file.sha256), sha256: file.sha256, suffix }, hangUp(reply))
  void reply
    .header('content-disposition', 'attachment; filename="preview.pdf"')
    .header('cache-control', 'private, no-store')
    .header('content-length', (await stat(path)).size)
    .type('application/pdf')
    .send(createReadStream(path))
  return SENT
}
