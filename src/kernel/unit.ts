/** Another unit that a value may be entered in: its number times `factor`, plus `offset`, is the number in the unit of the field. */
export type OtherUnit = {
  readonly unit: string
  readonly factor: string
  readonly offset: string
  /** To how many places the result is rounded; null: not at all, a product of decimals ends. */
  readonly places: number | null
}

/** A decimal as it is written: `digits` × 10^-scale. A binary fraction would make 5.6 of 100.9 × 0.0555 into 5.599949999999999. */
type Decimal = { digits: bigint; scale: number }
const DECIMAL = /^[+-]?\d{1,30}(?:\.\d{0,30})?$|^[+-]?\.\d{1,30}$/
const decimalIn = (text: string): Decimal | null => {
  if (!DECIMAL.test(text)) return null
  const [whole = '', part = ''] = text.replace('+', '').split('.')
  return { digits: BigInt(`${whole === '-' || whole === '' ? `${whole}0` : whole}${part}`), scale: part.length }
}
const scaled = ({ digits, scale }: Decimal, to: number): bigint => digits * 10n ** BigInt(to - scale)
const times = (a: Decimal, b: Decimal): Decimal => ({ digits: a.digits * b.digits, scale: a.scale + b.scale })
const plus = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale)
  return { digits: scaled(a, scale) + scaled(b, scale), scale }
}
/** Half away from zero, as people round. */
const divided = (above: bigint, below: bigint): bigint => {
  const [a, b] = [above < 0n ? -above : above, below < 0n ? -below : below]
  const whole = (2n * a + b) / (2n * b)
  return above < 0n === below < 0n ? whole : -whole
}
const rounded = (value: Decimal, places: number): Decimal =>
  value.scale <= places ? value : { digits: divided(value.digits, 10n ** BigInt(value.scale - places)), scale: places }
const printed = ({ digits, scale }: Decimal): string => {
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const whole = text.slice(0, text.length - scale)
  let part = text.slice(text.length - scale)
  while (part.endsWith('0')) part = part.slice(0, -1)
  return `${digits < 0n ? '-' : ''}${whole}${part && scale > 0 ? `.${part}` : ''}`
}

const LINEAR = /^([+-]?[\d.]{1,60})(?:([+-])([\d.]{1,60}))?$/
const PLACES = /^\d{1,2}$/
/**
 * As it is written in a dictionary, one after the other: `mg/dL = 0.0555 : 2; °F = 0.5556 - 17.778 : 1`. The unit, the factor, what is added
 * then, and to how many places it is rounded. Null where it cannot be read.
 */
export const readUnits = (text: string): OtherUnit[] | null => {
  const all: OtherUnit[] = []
  for (const part of text.split(/[;\uff1b\n]/)) {
    if (part.trim() === '') continue
    const at = part.indexOf('=')
    const unit = part.slice(0, Math.max(at, 0)).trim()
    const [rule = '', places, ...more] = part
      .slice(at + 1)
      .replaceAll(/\s/g, '')
      .split(':')
    const [, factor = '', sign = '', offset = '0'] = LINEAR.exec(rule) ?? []
    const [read, added] = [decimalIn(factor), decimalIn(offset)]
    const isWhole = unit !== '' && more.length === 0 && (places === undefined || PLACES.test(places))
    if (!isWhole || !read || !added || read.digits <= 0n) return null
    all.push({
      unit,
      factor,
      offset: `${sign === '-' ? '-' : ''}${offset}`,
      places: places === undefined ? null : Number(places),
    })
  }
  return all
}

/** As units are compared: `µ` and `μ` are two characters and one letter. */
const bare = (unit: string): string => unit.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()
type Measured = { readonly unit?: string | undefined; readonly units?: readonly OtherUnit[] | undefined }
const ENTERED = /^([<>≤≥]=?)?\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+))/u

/** The number and the unit of what was entered, `< 101 mg/dL`; null where it is no number with a unit that the field knows. */
export const splitUnit = ({ unit = '', units = [] }: Measured, text: string): { sign: string; number: string; unit: string } | null => {
  const given = text.trim()
  const found = ENTERED.exec(given)
  if (!found) return null
  const [whole, sign = '', number = ''] = found
  const rest = given.slice(whole.length).trim()
  const known = [unit, ...units.map((other) => other.unit)]
  const called = rest === '' ? unit : known.find((one) => bare(one) === bare(rest))
  return called === undefined ? null : { sign, number, unit: called }
}

/** What was entered, in the unit of the field. What is in that unit already, or in none that is known, stays as it is. */
export const inOwnUnit = (field: Measured, text: string): string => {
  if (!field.units?.length) return text
  const found = splitUnit(field, text)
  if (!found) return text
  const own = `${found.sign}${found.number}`
  const rule = field.units.find((other) => other.unit === found.unit)
  // Typed without a unit it is what it is; with its own the word goes, and only that.
  if (!rule) return bare(text) === bare(own) ? text : own
  const [value, factor, offset] = [decimalIn(found.number), decimalIn(rule.factor), decimalIn(rule.offset)]
  if (!value || !factor || !offset) return text
  const result = plus(times(value, factor), offset)
  return `${found.sign}${printed(rule.places === null ? result : rounded(result, rule.places))}`
}

/** So many digits are told of what is only shown beside a value: never fewer than stand before the point. */
const SHOWN_DIGITS = 3
/** A number in the unit of the field, as another unit would say it: for reading beside the value, and nowhere stored. */
export const inOtherUnit = (rule: OtherUnit, text: string): string | null => {
  const [value, factor, offset] = [decimalIn(text.trim()), decimalIn(rule.factor), decimalIn(rule.offset)]
  if (!value || !factor || !offset || factor.digits === 0n) return null
  const rest = plus(value, { digits: -offset.digits, scale: offset.scale })
  const exact = { digits: divided(rest.digits * 10n ** BigInt(factor.scale + 30), factor.digits * 10n ** BigInt(rest.scale)), scale: 30 }
  const whole = printed(rounded(exact, 0)).replace('-', '')
  const size = whole === '0' ? 0 : whole.length
  return printed(rounded(exact, Math.max(0, SHOWN_DIGITS - size)))
}

/** The same value in every unit that the field has but the one it is in: `5.6 mmol/L = 101 mg/dL`. */
export const inAllUnits = (field: Measured, text: string): { number: string; unit: string }[] => {
  const found = field.units?.length ? splitUnit(field, text) : null
  if (!found) return []
  const own = inOwnUnit(field, text)
  const number = own.replace(/^[<>≤≥]=?/u, '')
  return [
    ...(found.unit === field.unit ? [] : [{ number: own, unit: field.unit ?? '' }]),
    ...(field.units ?? []).flatMap((rule) => {
      const said = rule.unit === found.unit ? null : inOtherUnit(rule, number)
      return said === null ? [] : [{ number: `${found.sign}${said}`, unit: rule.unit }]
    }),
  ]
}
