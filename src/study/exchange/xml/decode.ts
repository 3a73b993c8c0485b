import { ExchangeError } from '../error.ts'
import { XML_LIMITS } from './limit.ts'

const ENCODINGS = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['utf-16', 'utf-16le'],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
  ['gb18030', 'gb18030'],
  ['gbk', 'gb18030'],
  ['gb2312', 'gb18030'],
  ['iso-8859-1', 'latin1'],
  ['windows-1252', 'windows-1252'],
])
const HEAD_BYTES = 200

const declared = (head: Uint8Array): string => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const text = new TextDecoder('latin1').decode(head.subarray(0, HEAD_BYTES))
  const end = text.indexOf('?>')
  const [, name] = (end < 0 ? null : /\sencoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(text.slice(0, end))) ?? []
  return name?.toLowerCase() ?? 'utf-8'
}
const decoderFor = (head: Uint8Array): { name: string; decoder: InstanceType<typeof TextDecoder> } => {
  const name = declared(head)
  const known = ENCODINGS.get(name)
  if (!known) throw new ExchangeError(`不支持的文件编码“${name}”`, `The encoding “${name}” is not supported`)
  return { name, decoder: new TextDecoder(known, { fatal: true }) }
}

/** Bytes of an XML file as text, by its mark or declaration. Bytes that are none of that encoding are refused: guessed at, values would change. */
export async function* decodeXml(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit = XML_LIMITS.bytes,
): AsyncGenerator<string> {
  let found: ReturnType<typeof decoderFor> | undefined
  let first = new Uint8Array()
  let size = 0
  const decoded = (bytes?: Uint8Array): string => {
    found ??= decoderFor(bytes ?? first)
    try {
      return found.decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      throw new ExchangeError(`文件内容不是 ${found.name} 编码`, `The bytes of the file are not ${found.name}`)
    }
  }
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > limit)
      throw new ExchangeError(
        `文件超过 ${Math.floor(limit / 1024 / 1024)} MB`,
        `The file is larger than ${Math.floor(limit / 1024 / 1024)} MB`,
      )
    if (found) yield decoded(chunk)
    else {
      // The declaration may come in pieces.
      const joined = new Uint8Array(first.length + chunk.length)
      joined.set(first)
      joined.set(chunk, first.length)
      first = joined
      if (first.length >= HEAD_BYTES) yield decoded(first)
    }
  }
  if (!found && first.length > 0) yield decoded(first)
  yield decoded()
}
