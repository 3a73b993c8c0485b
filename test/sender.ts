import { request as rawRequest } from 'node:http'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Envelope } from '../src/kernel/index.ts'
import { PASSWORD } from './server.ts'
import type { TestServer } from './server.ts'

export type File = {
  id: number
  url: string
  full_url: string
  name: string
  size: number
  mimetype: string
  suffix: string
  sha256: string
  width: number | null
  height: number | null
  quote: number
}
export type Uploaded = Envelope<{ file: File }> & { status: number }

export const png = (width = 4, height = 3, color = '#f00'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer()

/** Uploads as the admin and as the demo member. */
export const uploader = async (server: TestServer) => {
  const admin = await server.login()
  const { data } = await server.call<{ userInfo: { token: string } }>('/api/user/checkIn', {
    body: { tab: 'login', username: 'member', password: PASSWORD },
  })
  const member = data.userInfo.token
  const send = async (name: string, content: Buffer | string, path = '/admin/ajax/upload'): Promise<Uploaded> => {
    const form = new FormData()
    form.append('file', new Blob([Buffer.from(content)]), name)
    const token = path.startsWith('/api') ? { 'ba-user-token': member } : { batoken: admin.token }
    const response = await fetch(`${server.address}${path}`, {
      method: 'POST',
      headers: { server: '1', ...token } as HeadersInit,
      body: form,
    })
    return { status: response.status, ...((await response.json()) as Envelope<{ file: File }>) }
  }
  /** A form written by hand, for names that no browser would send; `cutAt` breaks the connection off after so many bytes. */
  const sendRaw = (name: string, content: Buffer, cutAt?: number): Promise<Envelope<{ file: File }>> =>
    new Promise((resolve, reject) => {
      const before = Buffer.from(
        `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`,
      )
      const body = Buffer.concat([before, content, Buffer.from('\r\n--x--\r\n')])
      const headers = {
        server: '1',
        batoken: admin.token,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': String(body.length),
      }
      const call = rawRequest(`${server.address}/admin/ajax/upload`, { method: 'POST', headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (c: Buffer) => chunks.push(c)).on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as never))
      })
      call.on('error', (error) => (cutAt === undefined ? reject(error) : resolve({ code: 0, msg: 'cut', time: 0, data: null as never })))
      if (cutAt === undefined) call.end(body)
      else call.write(body.subarray(0, cutAt), () => setTimeout(() => call.destroy(), 30))
    })
  /** A form whose end comes only when it is asked for. */
  const startUpload = (name: string): { answer: Promise<number>; finish(): void } => {
    const headers = { server: '1', batoken: admin.token, 'content-type': 'multipart/form-data; boundary=x' }
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const call = rawRequest(`${server.address}/admin/ajax/upload`, { method: 'POST', headers }, (response) => {
      let text = ''
      response.on('data', (c: Buffer) => (text += c.toString())).on('end', () => resolve((JSON.parse(text) as Envelope<null>).code))
    })
    call.on('error', reject)
    call.write(`--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\nbegun`)
    return { answer: promise, finish: () => void call.end('\r\n--x--\r\n') }
  }
  const objects = async () =>
    (await readdir(join(server.backend.config.DATA_DIR, 'storage'), { recursive: true, withFileTypes: true })).filter((e) => e.isFile())
  return { admin, member, send, sendRaw, startUpload, objects }
}
