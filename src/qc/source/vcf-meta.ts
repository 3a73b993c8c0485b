import type { About } from '../table.ts'
import type { VcfFault } from './vcf-fault.ts'

/** How many values a key has, and of which type. */
export type Declared = { number: string; type: string }

const VERSION = /^VCFv4\.([1-4])$/
const TYPES = { INFO: ['Integer', 'Float', 'Flag', 'Character', 'String'], FORMAT: ['Integer', 'Float', 'Character', 'String'] }
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  INFO: ['ID', 'Number', 'Type', 'Description'],
  FORMAT: ['ID', 'Number', 'Type', 'Description'],
  FILTER: ['ID', 'Description'],
  ALT: ['ID', 'Description'],
  contig: ['ID'],
  META: ['ID', 'Number', 'Type', 'Values'],
  SAMPLE: ['ID'],
}

export const INFO_KEY = /^(?:[A-Za-z_][0-9A-Za-z_.]*|1000G)$/
export const FORMAT_KEY = /^[A-Za-z_][0-9A-Za-z_.]*$/
export const CONTIG = /^[0-9A-Za-z!#$%&+./:;?@^_|~-][0-9A-Za-z!#$%&*+./:;=?@^_|~-]*$/
/** What the specification asks of names since 4.3. */
const NAMES: Readonly<Record<string, RegExp>> = { INFO: INFO_KEY, FORMAT: FORMAT_KEY, contig: CONTIG }
/** Kinds of structural variants, unspecified alleles as callers write them, and letters for several bases. */
const ALT_TYPE = /^(?:(?:DEL|INS|DUP|INV|CNV|BND)(?::.+)?|\*|NON_REF|[RYMKSWBDHVN])$/
const RESERVED = /^(?:DEL|INS|DUP|INV|CNV|BND)(?::|$)/
/** Its value may be an address between angle brackets. */
const PLAIN = 'pedigreeDB'

/** What the lines before the header declare. */
export class VcfMeta {
  readonly INFO = new Map<string, Declared>()
  readonly FORMAT = new Map<string, Declared>()
  readonly #seen = new Set<string>()
  readonly #contigs: string[] = []
  #filters = 0
  #reference = ''
  #source = ''
  /** The n of 4.n: later versions demand other things. */
  minor = 4

  version(text: string): VcfFault | undefined {
    const [, minor] = VERSION.exec(text) ?? []
    if (minor === undefined) return 'version'
    this.minor = Number(minor)
    return undefined
  }

  /** A line without its `##`. */
  add(line: string): VcfFault | undefined {
    const at = line.indexOf('=')
    if (at < 1 || at === line.length - 1) return 'meta_syntax'
    const key = line.slice(0, at)
    if (key === 'fileformat') return 'fileformat_repeated'
    const value = line.slice(at + 1)
    if (key === 'reference') this.#reference = value
    if (key === 'source') this.#source = value
    const needed =
      (key === 'META' && this.minor < 3 ? undefined : NEEDED[key]) ??
      (this.minor >= 3 && key !== PLAIN && value.startsWith('<') ? ['ID'] : undefined)
    if (!needed) return undefined
    const written = fieldsOf(value)
    if (!written) return 'meta_syntax'
    const { fields, quoted } = written
    if (needed.some((name) => !fields.get(name))) return 'meta_fields'
    const texts = needed.includes('Description') ? ['Description', ...(this.minor >= 3 ? ['Source', 'Version'] : [])] : []
    if (texts.some((name) => fields.has(name) && !quoted.has(name))) return 'meta_quoted'
    const id = fields.get('ID') as string
    if (this.#seen.has(`${key} ${id}`)) return 'meta_repeated'
    this.#seen.add(`${key} ${id}`)
    if (key === 'contig') this.#contigs.push(id)
    if (key === 'FILTER') this.#filters++
    if (this.minor >= 3 && NAMES[key]?.test(id) === false) return 'meta_id'
    if (key === 'contig' && this.minor >= 3 && RESERVED.test(id)) return 'meta_id'
    if (key === 'ALT' && /[\s<>]/.test(id)) return 'meta_id'
    if (key === 'ALT' && !ALT_TYPE.test(id)) return 'alt_type'
    return key === 'INFO' || key === 'FORMAT' ? this.#declare(key, id, fields) : undefined
  }

  /** What was declared, in short; what was not is left out. */
  about(): About {
    return {
      ...(this.#reference ? { reference: this.#reference } : {}),
      ...(this.#source ? { source: this.#source } : {}),
      ...(this.#contigs.length > 0 ? { contigs: this.#contigs } : {}),
      info: this.INFO.size,
      format: this.FORMAT.size,
      filters: this.#filters,
    }
  }

  #declare(key: 'INFO' | 'FORMAT', id: string, fields: ReadonlyMap<string, string>): VcfFault | undefined {
    const declared = { number: fields.get('Number') as string, type: fields.get('Type') as string }
    if (!TYPES[key].includes(declared.type)) return 'meta_type'
    const letters = `AG.${this.minor >= 2 ? 'R' : ''}${this.minor >= 4 && key === 'FORMAT' ? 'P' : ''}`
    const isNumber = /^\d+$/.test(declared.number) || (declared.number.length === 1 && letters.includes(declared.number))
    if (!isNumber || (declared.type === 'Flag') !== (declared.number === '0')) return 'meta_number'
    this[key].set(id, declared)
    return undefined
  }
}

/** `<ID=DP,Number=1,Values=[a, b],Description="a, \"b\"">`; undefined where it is not written so. */
function fieldsOf(text: string): { fields: Map<string, string>; quoted: Set<string> } | undefined {
  if (!text.startsWith('<') || !text.endsWith('>')) return undefined
  const fields = new Map<string, string>()
  const quoted = new Set<string>()
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
      quoted.add(key)
      stop++
    } else {
      const close = text[stop] === '[' ? text.indexOf(']', stop) : stop
      if (close === -1) return undefined
      stop = close
      while (stop < end && text[stop] !== ',') stop++
      fields.set(key, text.slice(equal + 1, stop))
    }
    if (stop < end && text[stop] !== ',') return undefined
    at = stop + 1
  }
  return { fields, quoted }
}
