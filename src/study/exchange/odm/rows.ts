import { ExchangeError } from '../error.ts'
import { NO_VISIT } from '../own.ts'
import type { DataRecord, Item, OdmStudy, Subject, Value } from './model.ts'
import { choicesIn } from './name.ts'
import type { OdmPart } from './read.ts'
import { codedForms, codesByItem } from './take.ts'
import { visitsOf } from './take-plan.ts'
import { Notes } from './taken.ts'

/** Who entered a value in the other system, when and why, in its own words. */
export type Origin = {
  readonly code: string
  readonly value: string | null
  readonly at: string
  readonly by: string
  readonly location: string
  readonly reason: string
  readonly system: string
}
/** One record of a form as a line of a file that is delivered: whose it is, and its values by the codes of the variables. */
export type OdmRow = {
  readonly subject: string
  /** As the other system calls it; empty where it says nothing. */
  readonly site: string
  readonly visit: string
  readonly instance: string
  readonly values: ReadonlyMap<string, string>
  readonly origins: readonly Origin[]
}
/** The form of a file whose records are wanted, and what its lines can hold. */
export type OdmTable = { readonly columns: readonly string[]; readonly rows: AsyncGenerator<OdmRow> }

/** REDCap names the item of a box after its code: everything but letters and digits is an underscore. */
const boxOf = ({ lists }: OdmStudy, { oid, codelist, extras }: Item): string | undefined => {
  const choices = lists.find((list) => list.oid === codelist)?.extras['redcap:CheckboxChoices']
  if (choices === undefined) return undefined
  const suffix = (code: string) => code.toLowerCase().replaceAll(/[^a-z0-9_]/g, '_')
  return choicesIn(choices).find(({ code }) => `${extras['redcap:Variable'] ?? ''}___${suffix(code)}` === oid.toLowerCase())?.code
}
const FIRST: ReadonlySet<string> = new Set(['', '1'])
/** Which time it is. Counted at two levels at once it is none that we could number: the line is refused where it is read. */
const instanceOf = ({ eventRepeat, formRepeat, groupRepeat }: DataRecord): string =>
  [eventRepeat, formRepeat, groupRepeat].filter((key) => !FIRST.has(key)).join('.') || '1'

type Place = { readonly code: string; readonly box: string | undefined; readonly order: number }
const placesIn = (study: OdmStudy, wanted: string) => {
  const found = codedForms(study).find(({ code }) => code === wanted)
  if (!found) throw new ExchangeError(`文件中没有表单“${wanted}”`, `The file has no form “${wanted}”`)
  const places = new Map<string, Place>()
  for (const [oid, { code, item }] of codesByItem(study, found.form)) places.set(oid, { code, box: boxOf(study, item), order: places.size })
  return { oid: found.form.oid, places }
}

class Row {
  readonly values = new Map<string, string>()
  readonly origins: Origin[] = []
  readonly boxes = new Map<string, Map<string, boolean>>()
  add({ value, audit }: Value, { code, box }: Place, group: DataRecord['audit'], system: string): void {
    if (box === undefined) this.values.set(code, value ?? '')
    else this.tick(code, box, value === '1')
    const said = audit ?? group
    if (!said) return
    const { at, user, location, reason, source } = said
    const entered = box === undefined ? value : `${box} = ${value ?? ''}`
    this.origins.push({ code, value: entered, at, by: user, location, reason, system: source || system })
  }
  private tick(code: string, box: string, isOn: boolean): void {
    const ticked = this.boxes.get(code) ?? new Map<string, boolean>()
    this.boxes.set(code, ticked.set(box, isOn))
  }
}

/** The records of one form of one subject. Of a value that occurs more than once the last counts; each is in its story. */
const rowsOf = (
  { key, site, records }: Subject,
  form: ReturnType<typeof placesIn>,
  visits: ReadonlyMap<string, string>,
  system: string,
) => {
  const made = new Map<string, { head: DataRecord; row: Row }>()
  for (const record of records) {
    if (record.form !== form.oid) continue
    for (const value of record.values) {
      const place = form.places.get(value.item)
      if (!place) continue
      const at = JSON.stringify([record.event, instanceOf(record)])
      const own = made.get(at) ?? { head: record, row: new Row() }
      made.set(at, own)
      own.row.add(value, place, record.audit, system)
    }
  }
  return [...made.values()].map(({ head, row }): OdmRow => {
    for (const [code, ticked] of row.boxes) {
      const order = [...form.places.values()].flatMap((place) => (place.code === code && place.box !== undefined ? [place.box] : []))
      row.values.set(code, order.filter((box) => ticked.get(box)).join(','))
    }
    const visit = head.event === NO_VISIT ? '' : (visits.get(head.event) ?? head.event)
    return { subject: key, site, visit, instance: instanceOf(head), values: row.values, origins: row.origins }
  })
}

/** What a file says of one form, called as it would be called here: the definition first, then line by line. */
export const odmTable = async (parts: AsyncGenerator<OdmPart>, wanted: string): Promise<OdmTable> => {
  let system = ''
  let study: OdmStudy | undefined
  while (!study) {
    const { value: part, done } = await parts.next()
    if (done) throw new ExchangeError('文件没有研究的定义', 'The file defines no study')
    if (part.kind === 'file') system = part.file.attributes['SourceSystem'] ?? ''
    if (part.kind === 'study') ({ study } = part)
  }
  const form = placesIn(study, wanted)
  const visits = new Map(visitsOf(study, new Notes()).map(({ oid, code }) => [oid, code]))
  async function* rows() {
    for await (const part of parts) if (part.kind === 'subject') yield* rowsOf(part.subject, form, visits, system)
  }
  return { columns: [...new Set([...form.places.values()].map(({ code }) => code))], rows: rows() }
}
