import { attributeOf } from '../xml/element.ts'
import type { Element } from '../xml/element.ts'
import { NO_VISIT } from '../own.ts'
import type { OdmEvent, OdmStudy } from './model.ts'
import { freeCode } from './name.ts'
import type { Notes, TakenArm, TakenVisit } from './taken.ts'

const CODE = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/
const numberIn = (text: string | undefined, low: number, high: number): number => {
  const n = Math.trunc(Number(text ?? 0))
  return Number.isFinite(n) ? Math.min(high, Math.max(low, n)) : 0
}
const shortCode = (wanted: string, start: string, number: number, taken: Set<string>): string =>
  freeCode(wanted.length <= 20 && CODE.test(wanted) ? wanted : `${start}${number}`, taken, 20)

const nameOf = ({ extras, oid }: OdmEvent): string => extras['redcap:UniqueEventName'] ?? (oid.startsWith('SE.') ? oid.slice(3) : oid)

/** Events of the protocol become visits; their days are those that REDCap has given them. */
export const visitsOf = ({ events }: OdmStudy, notes: Notes): TakenVisit[] => {
  const taken = new Set<string>()
  const own = events.filter(({ oid }) => oid !== NO_VISIT)
  return own.map((event, i): TakenVisit => {
    const { oid, extras, type, name } = event
    const isPlanned = type !== 'Unscheduled'
    const hasDay = extras['redcap:DayOffset'] !== undefined
    const code = shortCode(nameOf(event), 'V', i + 1, taken)
    if (isPlanned && !hasDay)
      notes.say('', code, 'visits', '文件没有给出第几天，按次序编号', 'The file gives no day; they are numbered in order')
    return {
      oid,
      code,
      name: notes.fit(extras['dqc:Name'] ?? name, 60, '', code, 'visits') || code,
      nameEn: notes.fit(extras['dqc:NameEn'] ?? name, 60, '', code, 'visits') || code,
      isPlanned,
      day: hasDay ? numberIn(extras['redcap:DayOffset'], -3650, 36_500) : i,
      before: numberIn(extras['redcap:OffsetMin'], 0, 3650),
      after: numberIn(extras['redcap:OffsetMax'], 0, 3650),
    }
  })
}

export const armsOf = ({ events }: OdmStudy, notes: Notes): TakenArm[] => {
  const taken = new Set<string>()
  const arms = new Map(
    events.flatMap(({ extras }) => (extras['redcap:ArmNum'] ? [[extras['redcap:ArmNum'], extras['redcap:ArmName'] ?? '']] : [])),
  )
  // A study of one arm has none here.
  if (arms.size < 2) return []
  return [...arms].map(([number, title], i) => {
    const code = shortCode(number, 'A', i + 1, taken)
    const name = notes.fit(title, 60, '', code, 'arms') || code
    return { code, name, nameEn: name }
  })
}

const within = (element: Element): Element[] => [element, ...element.children.flatMap(within)]
/** Codes of the forms that may be filled in more than once in one visit. */
export const repeatingForms = ({ vendor, events, forms }: OdmStudy): Set<string> => {
  const marks = vendor.flatMap(within)
  const named = (name: string, attribute: string) =>
    new Set(marks.filter((one) => one.name === name).map((one) => attributeOf(one, attribute)))
  const instruments = named('redcap:RepeatingInstrument', 'redcap:RepeatInstrument')
  const repeated = named('redcap:RepeatingEvent', 'redcap:UniqueEventName')
  const inside = new Set(
    events
      .filter(({ repeating, extras }) => repeating || repeated.has(extras['redcap:UniqueEventName'] ?? ''))
      .flatMap((event) => event.forms.map(({ form }) => form)),
  )
  return new Set(
    forms.flatMap(({ oid, repeating, extras }) =>
      repeating || inside.has(oid) || instruments.has(extras['redcap:FormName'] ?? '') ? [oid] : [],
    ),
  )
}
