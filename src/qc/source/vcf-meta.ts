import type { VcfFault } from './vcf-fault.ts'

/** How many values a key has, and of which type. */
export type Declared = { number: string; type: string }

const VERSION = /^VCFv4\.[1-4]$/
const TYPES = { INFO: ['Integer', 'Float', 'Flag', 'Character', 'String'], FORMAT: ['Integer', 'Float', 'Character', 'String'] }
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  INFO: ['ID', 'Number', 'Type', 'Description'],
  FORMAT: ['ID', 'Number', 'Type', 'Description'],
  FILTER: ['ID', 'Description'],
  ALT: ['ID', 'Description'],
  contig: ['ID'],
}

/** What the lines before the header declare. */
export class VcfMeta {
  readonly INFO = new Map<string, Declared>()
  readonly FORMAT = new Map<string, Declared>()
  readonly #seen = new Set<string>()

  version(text: string): VcfFault | undefined {
    return VERSION.test(text) ? undefined : 'version'
  }

  /** A line without its `##`. */
  add(line: string): VcfFault | undefined {
    const at = line.indexOf('=')
    if (at < 1 || at === line.length - 1) return 'meta_syntax'
    const key = line.slice(0, at)
    const needed = NEEDED[key]
    if (!needed) return undefined
    const fields = fieldsOf(line.slice(at + 1))
    if (!fields) return 'meta_syntax'
    if (needed.some((name) => !fields.get(name))) return 'meta_fields'
    const id = fields.get('ID') as string
    if (this.#seen.has(`${key} ${id}`)) return 'meta_repeated'
    this.#seen.add(`${key} ${id}`)
    if (key !== 'INFO' && key !== 'FORMAT') return undefined
    const declared = { number: fields.get('Number') as string, type: fields.get('Type') as string }
    if (!TYPES[key].includes(declared.type)) return 'meta_type'
    if (!/^(?:\d+|[ARG.])$/.test(declared.number) || (declared.type === 'Flag') !== (declared.number === '0')) return 'meta_number'
    this[key].set(id, declared)
    return undefined
  }
}

/** `<ID=DP,Number=1,Description="a, \"b\"">`; undefined where it is not written so. */
function fieldsOf(text: string): Map<string, string> | undefined {
  if (!text.startsWith('<') || !text.endsWith('>')) return undefined
  const fields = new Map<string, string>()
  const end = text.length - 1
  for (let at = 1; at < end;) {
    const equal = text.indexOf('=', at)
    if (equal === -1 || equal >= end) return undefined
    const key = text.slice(at, equal)
    let stop = equal + 1
    if (text[stop] === '"') {
      for (stop++; stop < end && text[stop] !== '"'; stop++) if (text[stop] === '\\') stop++
      if (stop >= end) return undefined
      fields.set(key, text.slice(equal + 2, stop) || ' ')
      stop++
    } else {
      while (stop < end && text[stop] !== ',') stop++
      fields.set(key, text.slice(equal + 1, stop))
    }
    if (stop < end && text[stop] !== ',') return undefined
    at = stop + 1
  }
  return fields
}
