import type { Dictionary } from './dictionary.ts'

/** How an EDC system lays records out in its flat export. */
export type Layout = {
  /** Which forms are filled at which event; left out, every form at every event. */
  designated?: readonly { event: string; form: string }[]
  /** Forms that repeat: each instance is a row of its own, in which only their fields are filled. Left out, the rows of the export say so. */
  repeating?: readonly string[]
  /** Column of the record's identifier; the first field of the dictionary when left out. */
  record?: string
}

const EVENT = 'redcap_event_name'
const INSTRUMENT = 'redcap_repeat_instrument'

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
const when = (column: string, condition: string): string => `(not exists(${column}) or ${condition})`

/** The rows of the export in which the fields of a form are expected at all: elsewhere a blank is no blank. */
export function rowsOf(form: string, { designated, repeating }: Layout): string {
  const events = designated?.filter((item) => item.form === form).map((item) => quoted(item.event))
  const atEvent = events === undefined ? [] : [when(EVENT, events.length > 0 ? `${EVENT} in (${events.join(', ')})` : 'false')]
  const [own, single] = [`${INSTRUMENT} = ${quoted(form)}`, `${INSTRUMENT} is null`]
  const repeats = `lookup(this, ${quoted(form)} = ${INSTRUMENT}, ${INSTRUMENT}) is not null`
  const isOwn = repeating === undefined ? `if(${repeats}, ${own}, ${single})` : repeating.includes(form) ? own : single
  return [...atEvent, when(INSTRUMENT, isOwn)].join(' and ')
}

/**
 * How a field is written in the condition of a field of `form`. Decimal commas are read as numbers; on the row of a repeating form the
 * fields of other forms are blank, and stand on the first row of the record (of the event, where there are events); the row of an event
 * that repeats holds its own; fields of another event stand on the rows of that event.
 */
export function reader(form: string, { fields }: Dictionary, { repeating, record }: Layout): (column: string, event?: string) => string {
  const id = record ?? fields[0]?.name ?? ''
  return (column, event) => {
    const field = fields.find(({ name }) => name === column || column.startsWith(`${name}___`))
    const mayRepeat = repeating === undefined || repeating.includes(form)
    const elsewhere = event !== undefined || (mayRepeat && field !== undefined && field.form !== form && column !== id)
    const keyed = (keys: string): string => `lookup(this, ${keys}, [${column}])`
    const near = `if(exists(${EVENT}), ${keyed(`[${id}], ${EVENT}`)}, ${keyed(`[${id}]`)})`
    const there = event === undefined ? near : keyed(`[${id}], ${quoted(event)} = ${EVENT}`)
    const onRepeat = `if(exists(${INSTRUMENT}) and ${INSTRUMENT} is not null, ${there}, [${column}])`
    const cell = elsewhere ? (event === undefined ? onRepeat : there) : `[${column}]`
    return field?.comma ? `number(replace(${elsewhere ? `text(${cell})` : cell}, ',', '.'))` : cell
  }
}
