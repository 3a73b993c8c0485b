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

/** Whoever knows the address may read the file, so it must hold something nobody can guess. */
export const isAddressTemplate = (template: string): boolean =>
  /^\/storage\/[\w/.{}-]+$/.test(template) &&
  !template.includes('..') &&
  /\{(filesha256|random)\}/.test(template) &&
  [...template.matchAll(/\{([^{}]*)\}/g)].every(([, part]) => Object.hasOwn(PARTS, part!)) &&
  !/[{}]/.test(template.replaceAll(/\{[^{}]*\}/g, ''))

export const addressOf = (template: string, facts: AddressFacts): string =>
  (isAddressTemplate(template) ? template : DEFAULT_ADDRESS).replaceAll(/\{([^{}]*)\}/g, (_, part: string) => PARTS[part]!(facts))
