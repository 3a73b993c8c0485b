export type Decoded = { text: string; encoding: 'UTF-8' | 'UTF-16' | 'GB18030' }

/** Chinese Windows still writes GB18030. UTF-8 is recognised because nothing else is valid UTF-8 by chance. */
export const decodeText = (bytes: Uint8Array): Decoded => {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return { text: new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes), encoding: 'UTF-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('gb18030').decode(bytes), encoding: 'GB18030' }
  }
}
