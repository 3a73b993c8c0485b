import { fail, isStorable } from '#kernel'

/** tus 1.0, https://tus.io/protocols/resumable-upload: core, creation, termination, expiration, checksum. */
export const VERSION = '1.0.0'
export const ALGORITHMS = ['sha1', 'sha256'] as const
export type Checksum = { algorithm: (typeof ALGORITHMS)[number]; digest: string }
type Headers = Readonly<Record<string, string | string[] | undefined>>

export const refuseOtherProtocol = (headers: Headers): void => {
  if (headers['tus-resumable'] !== VERSION) throw fail('upload.protocol')
}

/** Whole numbers, written as such: `1e9` and `0x10` are none. */
export const readCount = (text: unknown): number | undefined => {
  if (typeof text !== 'string' || !/^\d{1,16}$/.test(text)) return undefined
  const count = Number(text)
  return Number.isSafeInteger(count) ? count : undefined
}

/** `filename 5pWw5o2uLmNzdg==,target ZGF0YWZpbGU=`; a value may be missing. */
export const readMetadata = (header: unknown): Map<string, string> => {
  const found = new Map<string, string>()
  if (typeof header !== 'string') return found
  for (const pair of header.split(',').slice(0, 20)) {
    const [key = '', value = '', more] = pair.trim().split(' ')
    const text = Buffer.from(value, 'base64').toString('utf8')
    if (!/^[a-zA-Z][\w-]{0,30}$/.test(key) || more !== undefined || !isStorable(text) || !/^[A-Za-z0-9+/]*={0,2}$/.test(value))
      throw fail('input.badHeader', { name: 'upload-metadata' })
    found.set(key, text)
  }
  return found
}

export const readChecksum = (header: unknown): Checksum | undefined => {
  if (header === undefined) return undefined
  const [, name = '', digest = ''] = /^(\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(String(header)) ?? []
  const algorithm = ALGORITHMS.find((one) => one === name)
  if (!algorithm) throw fail('upload.algorithm', { known: ALGORITHMS.join(', ') })
  return { algorithm, digest }
}
