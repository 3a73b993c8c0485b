import { randomBytes } from 'node:crypto'

/** Parts of the setting `upload.savename`. The uploader's file name is none of them: it is never part of an address. */
const PARTS: Record<string, (f: AddressFacts) => string> = {
  topic: (f) => f.topic,
  year: (f) => f.at.toISOString().slice(0, 4),
  mon: (f) => f.at.toISOString().slice(5, 7),
  day: (f) => f.at.toISOString().slice(8, 10),
  filesha256: (f) => f.sha256,
  random: () => randomBytes(16).toString('hex'),
  suffix: (f) => f.suffix,
  '.suffix': (f) => `.${f.suffix}`,
}
export type AddressFacts = { topic: string; suffix: string; sha256: string; at: Date }
export const DEFAULT_ADDRESS = '/storage/{topic}/{year}{mon}{day}/{filesha256}{.suffix}'

/** Two contents must never meet at one address. */
export const isAddressTemplate = (template: string): boolean =>
  /^\/storage\/[\w/.{}-]+$/.test(template) &&
  !template.includes('..') &&
  /\{(filesha256|random)\}/.test(template) &&
  [...template.matchAll(/\{([^{}]*)\}/g)].every(([, part]) => Object.hasOwn(PARTS, part!)) &&
  !/[{}]/.test(template.replaceAll(/\{[^{}]*\}/g, ''))

export const addressOf = (template: string, info: AddressFacts): string =>
  (isAddressTemplate(template) ? template : DEFAULT_ADDRESS).replaceAll(/\{([^{}]*)\}/g, (_, part: string) => PARTS[part]!(info))

/** The same address with something of its own before the suffix. */
export const ownAddress = (url: string): string => url.replace(/(\.\w+)?$/, (suffix) => `-${randomBytes(6).toString('hex')}${suffix}`)

/** An address of ours within a value, as PostgreSQL looks for it. On another host it would not be ours; what ends a sentence does not belong to it. */
export const ADDRESS_SQL = String.raw`(?<![A-Za-z0-9_/.:-])/storage/[A-Za-z0-9_/.-]*[A-Za-z0-9_]`
const RUN = /[A-Za-z0-9_/.:-]+/g
const START = '/storage/'

/** The same, read once from the front: a search that steps back would take for ever on a text made for it. */
export const addressesIn = (value: unknown): string[] => {
  // A line break that JSON writes as \n would look like a letter before the address.
  const text = typeof value === 'string' ? value : (JSON.stringify(value ?? null) ?? '').replaceAll(/\\[bfnrt]/g, ' ')
  if (!text.includes(START)) return []
  const found = new Set<string>()
  for (const [run] of text.matchAll(RUN)) {
    if (!run.startsWith(START)) continue
    const colon = run.indexOf(':')
    let end = colon < 0 ? run.length : colon
    while ('/.-'.includes(run[end - 1]!)) end--
    if (end > START.length) found.add(run.slice(0, end))
  }
  return [...found]
}
