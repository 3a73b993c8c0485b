import { createReadStream } from 'node:fs'

/** What a browser or a shell would take for something else than text. */
const MARKUP = /^\s*(<(!doctype|html|head|body|script|svg|iframe|\?xml|\?php|%)|#!|%pdf|mz\x90)/i
const CONTROL = /[\u0000-\u0008\u000e-\u0019\u001c-\u001f]/
const decoders = ['utf-8', 'gb18030'] as const

const startOf = (bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined =>
  bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined

const reads = async (path: string, encoding: string): Promise<boolean> => {
  const decoder = new TextDecoder(encoding, { fatal: true })
  let head = ''
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
      const piece = decoder.decode(chunk as Buffer, { stream: true })
      if (head.length < 1024) {
        head = (head + piece).slice(0, 1024)
        if (MARKUP.test(head)) return false
      }
      if (CONTROL.test(piece)) return false
    }
    return !CONTROL.test(decoder.decode())
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Text in an encoding that hospitals really send: UTF-8, UTF-16 with its mark, or GB 18030. Nothing that starts like a page. */
export const isCleanText = async (path: string, head: Uint8Array): Promise<boolean> => {
  const wide = startOf(head)
  if (wide) return reads(path, wide)
  for (const encoding of decoders) if (await reads(path, encoding)) return true
  return false
}
