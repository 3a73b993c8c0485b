import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

export type Received = { to: string; message: string }

/** As much of a mail server as a client needs; keeps what arrives. */
export const startMailServer = async (): Promise<{ port: number; received: Received[]; close(): void }> => {
  const received: Received[] = []
  const server = createServer((socket) => {
    let [rest, to] = ['', '']
    let lines: string[] | undefined
    const hear = (line: string): string => {
      if (lines) {
        if (line !== '.') {
          // A line that begins with a dot travels with a second one.
          lines.push(line.startsWith('.') ? line.slice(1) : line)
          return ''
        }
        received.push({ to, message: lines.join('\n') })
        lines = undefined
        return '250 queued\r\n'
      }
      if (line.startsWith('RCPT')) to = /<(.*)>/.exec(line)?.[1] ?? ''
      if (line !== 'DATA') return '250 ok\r\n'
      lines = []
      return '354 go\r\n'
    }
    socket.write('220 fake ESMTP\r\n')
    socket.on('data', (chunk) => {
      const parts = `${rest}${chunk.toString('latin1')}`.split('\r\n')
      rest = parts.pop() ?? ''
      for (const line of parts) socket.write(hear(line))
    })
    socket.on('error', () => {})
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  return { port: (server.address() as AddressInfo).port, received, close: () => void server.close() }
}

/** The files that a mail carries, by name. */
export const filesIn = (message: string): { name: string; content: string }[] =>
  [...message.matchAll(/^Content-Disposition: attachment;\s+filename="?([^"\n]+)"?$/gm)].map(({ index, 1: name = '' }) => {
    const body = message.slice(message.indexOf('\n\n', index) + 2).split('\n--')[0] ?? ''
    return { name, content: Buffer.from(body, 'base64').toString() }
  })
