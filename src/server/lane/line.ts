import type { Socket } from 'node:net'

const MOST_BYTES = 64 * 1024 * 1024

/** The one line that the other side sends; undefined when it left before. */
export const readLine = (socket: Socket): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    socket.on('data', (part: Buffer) => {
      size += part.length
      if (size > MOST_BYTES) return void socket.destroy(new Error('more was said than a line holds'))
      parts.push(part)
      if (part.at(-1) === 10) resolve(Buffer.concat(parts).toString('utf8'))
    })
    socket.once('error', reject)
    socket.once('close', () => resolve(undefined))
  })
export const writeLine = (socket: Socket, value: unknown): void => void (socket.destroyed || socket.end(`${JSON.stringify(value)}\n`))
