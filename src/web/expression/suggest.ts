import type { Words } from '#kernel'

/** What an expression may be written with, as the server tells it. */
export type Language = {
  functions: readonly { name: string; signature: Words; help: Words; takesNothing: boolean }[]
  words: readonly { name: string; between: boolean; help: Words }[]
}
export type Table = {
  code: string
  label: Words
  columns: readonly { name: string; label: Words; type?: string }[]
  /** Names that still work, with what they mean now. */
  former?: Readonly<Record<string, string>>
}
/** `own`: the tables whose rows the expression is asked of. */
export type Vocabulary = Language & { own: readonly Table[]; tables: readonly Table[] }

/** `*` stands for any letters. */
export const fits = (pattern: string, name: string): boolean => {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return name === pattern
  let at = name.startsWith(first) ? first.length : -1
  for (const part of rest) {
    const found = at === -1 ? -1 : name.indexOf(part, at)
    at = found === -1 ? -1 : found + part.length
  }
  return at !== -1 && name.endsWith(last) && at + last.length <= name.length
}
/** The tables that a rule is about: those that it names, or all of them. */
export const tablesNamed = (tables: readonly Table[], named: unknown): readonly Table[] =>
  typeof named === 'string' && named !== '' ? tables.filter(({ code }) => fits(named.toLowerCase(), code.toLowerCase())) : tables

export type Offer = {
  kind: 'variable' | 'table' | 'function' | 'word'
  name: string
  /** What is written, and how many characters before its end the cursor goes. */
  insert: string
  back: number
  note: Words
  help?: Words
}
export type Suggestion = { from: number; to: number; offers: readonly Offer[] }

const MOST = 50
const PIECE = /\s+|'[^']*'?|"[^"]*"?|“[^”]*”?|‘[^’]*’?|[[【][^\]】]*[\]】]?|[\p{L}_][\p{L}\p{N}\p{M}_.]*|\d+(?:\.\d*)?|./suy
const PLAIN = /^[\p{L}_][\p{L}\p{N}\p{M}_.]*$/u
const VALUES = new Set(['null', 'true', 'false'])
const ENDS: Readonly<Record<string, RegExp>> = { "'": /'$/, '"': /"$/, '“': /”$/, '‘': /’$/, '[': /[\]】]$/, '【': /[\]】]$/ }

type Call = { name: string; at: number; first: string }
type Place = { from: number; typed: string; inside: 'text' | 'column' | null; isAfterValue: boolean; call: Call | undefined }

/** Where in an expression the cursor stands. What is before it may be unfinished or wrong. */
const placeAt = (source: string, cursor: number, reserved: ReadonlySet<string>): Place => {
  const calls: Call[] = []
  let [at, isValue, wasValue, name] = [0, false, false, '']
  const before = source.slice(0, cursor)
  while (at < cursor) {
    PIECE.lastIndex = at
    const piece = PIECE.exec(before)?.[0] ?? ''
    const start = at
    at += piece.length || 1
    if (piece.trim() === '') continue
    const end = ENDS[piece[0] ?? '']
    const call = calls.at(-1)
    if (end && (piece.length === 1 || !end.test(piece))) {
      const inside = /[[【]/.test(piece[0] ?? '') ? 'column' : 'text'
      return { from: start, typed: piece.slice(1), inside, isAfterValue: isValue, call }
    }
    wasValue = isValue
    const word = piece.toLowerCase()
    if (PLAIN.test(piece)) {
      if (at === cursor) return { from: start, typed: piece, inside: null, isAfterValue: wasValue, call }
      isValue = !reserved.has(word) || VALUES.has(word)
    } else if (/[(（]/.test(piece)) {
      calls.push({ name: isValue ? name : '', at: 0, first: '' })
      isValue = false
    } else if (/[)）]/.test(piece)) {
      calls.pop()
      isValue = true
    } else if (/[,，]/.test(piece)) {
      if (call) call.at += 1
      isValue = false
    } else isValue = end !== undefined || /^[\d\p{L}]/u.test(piece)
    name = word
    if (call?.at === 0 && isValue) call.first = end ? piece.slice(1, -1) : piece
  }
  return { from: cursor, typed: '', inside: null, isAfterValue: isValue, call: calls.at(-1) }
}

const columnOffers = (tables: readonly Table[], reserved: ReadonlySet<string>): Offer[] => {
  const all = new Map<string, Offer>()
  for (const { label: table, columns } of tables)
    for (const { name, label } of columns) {
      const insert = PLAIN.test(name) && !reserved.has(name.toLowerCase()) ? name : `[${name}]`
      const note = tables.length > 1 ? { 'zh-cn': `${label['zh-cn']} · ${table['zh-cn']}`, en: `${label.en} · ${table.en}` } : label
      if (!all.has(name.toLowerCase())) all.set(name.toLowerCase(), { kind: 'variable', name, insert, back: 0, note })
    }
  return [...all.values()]
}

/** What a text is to what was typed: its beginning, a part of its name, a part of what it is called; nothing else is offered. */
const nearness = ({ name, note, kind }: Offer, typed: string): number => {
  const [own, sought] = [name.toLowerCase(), typed.toLowerCase()]
  if (own.startsWith(sought)) return 0
  if (own.includes(sought) && kind !== 'word') return 1
  const isCalled = kind === 'variable' || kind === 'table'
  return isCalled && Object.values(note).some((label) => label.toLowerCase().includes(sought)) ? 2 : -1
}

const offersAt = ({ inside, isAfterValue, call }: Place, { own, tables, functions, words }: Vocabulary, reserved: ReadonlySet<string>) => {
  const isLookup = call?.name === 'lookup'
  const looked = isLookup && call.at > 0 ? tables.filter(({ code }) => code.toLowerCase() === call.first.toLowerCase()) : []
  const columns = columnOffers([...looked, ...own.filter((table) => !looked.includes(table))], reserved)
  if (inside === 'column') return columns.map((offer) => ({ ...offer, insert: `[${offer.name}]` }))
  const written = words
    .filter(({ between }) => between === isAfterValue)
    .map(({ name, help }): Offer => ({ kind: 'word', name, insert: name, back: 0, note: help }))
  if (isAfterValue) return written
  if (isLookup && call.at === 0)
    return tables.map(({ code, label }): Offer => ({ kind: 'table', name: code, insert: code, back: 0, note: label }))
  const called = functions.map(({ name, signature, help, takesNothing }): Offer => ({
    kind: 'function',
    name,
    insert: `${name}()`,
    back: takesNothing ? 0 : 1,
    note: signature,
    help,
  }))
  return [...columns, ...called, ...written]
}

/** What is offered at the cursor. `isAsked`: by a key, so that nothing typed yet is no reason to offer nothing. */
export const suggest = (source: string, cursor: number, vocabulary: Vocabulary, isAsked: boolean): Suggestion | null => {
  const reserved = new Set(vocabulary.words.flatMap(({ name }) => name.split(' ')))
  const place = placeAt(source, cursor, reserved)
  if (place.inside === 'text' || (place.typed === '' && place.inside === null && !isAsked)) return null
  // A number that is being typed is no name.
  if (place.typed === '' && /[\d.]$/.test(source.slice(0, cursor))) return null
  const after = /^[\p{L}\p{N}\p{M}_.]*/u.exec(source.slice(cursor))?.[0] ?? ''
  const rest = source.slice(cursor + after.length)
  const offers = offersAt(place, vocabulary, reserved)
    .map((offer) => ({ offer, near: nearness(offer, place.typed) }))
    .filter(({ near }) => near !== -1)
    .toSorted((a, b) => a.near - b.near)
    .slice(0, MOST)
    .map(({ offer }) => (offer.kind === 'function' && /^[(（]/.test(rest) ? { ...offer, insert: offer.name, back: 0 } : offer))
  const [first, ...more] = offers
  // What is written out already needs no offer.
  if (!first || (!isAsked && more.length === 0 && first.insert.toLowerCase() === `${place.typed}${after}`.toLowerCase())) return null
  const closes = place.inside === 'column' && /^[\]】]/.test(rest) ? 1 : 0
  return { from: place.from, to: cursor + after.length + closes, offers }
}
