import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import { fail } from '#kernel'
import { SENT } from '../http/route.ts'
import type { Visit } from '../http/visit.ts'
import { suffixOf } from './file-kind.ts'

type Kept = { name: string; sha256: string; url: string }
const CONVERTED = new Set(['doc', 'xls', 'ppt'])

/** An old Office file as PDF, for whoever is signed in and knows its address: reading is open, but converting costs. */
export const sendPdf = async (visit: Visit, reply: FastifyReply): Promise<typeof SENT> => {
  const { house, query } = visit
  const url = String(query['url'] ?? '')
  const [file] = url.includes('\0')
    ? []
    : await house.database.query<Kept>('SELECT name, sha256, url FROM routine_attachment WHERE url = $1 LIMIT 1', [url])
  if (!file || !(await house.store.has(file.sha256))) throw fail('request.unknown', { url: url.slice(0, 200) })
  const suffix = suffixOf(file.name)
  if (!CONVERTED.has(suffix)) throw fail('preview.failed')
  const path = await house.office.pdfOf({ path: house.store.pathOf(file.sha256), sha256: file.sha256, suffix })
  void reply
    .header('content-disposition', 'attachment; filename="preview.pdf"')
    .header('cache-control', 'private, max-age=3600')
    .header('content-length', (await stat(path)).size)
    .type('application/pdf')
    .send(createReadStream(path))
  return SENT
}
