import { dateIn } from './cast.ts'
import { WrongValue } from './problem.ts'
import type { CheckResult } from './result.ts'
import type { SqlRow } from './table.ts'
import { text } from './text.ts'

/** What there is to know beside the tables; a check says which of it it looks at. */
export const FACTS = ['history', 'queries', 'findings', 'previousColumns', 'manifest', 'files', 'registered'] as const
export type FactKind = (typeof FACTS)[number]

/** What a parameter measured in an earlier run: `context.history[parameter id]`. Points of one group name it, points of the whole do not. */
export type HistoryPoint = { at: string; value: number; group?: Readonly<Record<string, string | null>> }
/** `context.queries`: every query in scope; beside these, any attribute that results may be grouped by. */
export type QueryFact = { id: string; status: string; opened: string; [attribute: string]: unknown }
/** `context.findings`: violations of earlier runs and what became of them. */
export type FindingFact = { id: string; severity: string; state: string; [attribute: string]: unknown }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function list<T>(value: unknown, path: string, right: (item: Record<string, unknown>) => boolean, fields: string): readonly T[] {
  if (!Array.isArray(value)) throw new WrongValue(path, text('应为列表', 'must be a list'))
  value.forEach((item, index) => {
    if (!isRecord(item) || !right(item))
      throw new WrongValue(`${path}[${index}]`, text(`须有 ${fields}`, `must be an object with ${fields}`))
  })
  return value as T[]
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isInstant = (value: unknown): boolean => typeof value === 'string' && dateIn(value) !== null

/** The earlier points of a parameter, oldest first, without those of this run or of the future. */
export function historyOf(context: Readonly<SqlRow>, parameter: string, now: string): readonly HistoryPoint[] {
  const { history } = context
  if (history === undefined) return []
  if (!isRecord(history)) throw new WrongValue('context.history', text('应为以参数编号为键的对象', 'must be an object by parameter id'))
  if (history[parameter] === undefined) return []
  const valid = (item: Record<string, unknown>): boolean => isInstant(item['at']) && Number.isFinite(item['value'])
  const points = list<HistoryPoint>(history[parameter], `context.history.${parameter}`, valid, 'at (date), value (number)')
  const time = (point: HistoryPoint): number => dateIn(point.at) ?? 0
  return points.filter((point) => time(point) < (dateIn(now) ?? 0)).toSorted((a, b) => time(a) - time(b))
}

/** What a run adds to the history of its parameters that keep one, for the next run's context. */
export const pointsOf = (result: CheckResult, at: string): HistoryPoint[] =>
  [result, ...(result.groups ?? [])].flatMap((item) => {
    const value = item.measures?.['metric']
    return value === null || value === undefined ? [] : [{ at, value, ...('group' in item ? { group: item.group } : {}) }]
  })

/** Undefined when the caller gave none: no queries known is not the same as no queries. */
export const queriesOf = (context: Readonly<SqlRow>): readonly QueryFact[] | undefined =>
  context['queries'] === undefined
    ? undefined
    : list(
        context['queries'],
        'context.queries',
        (item) => isText(item['id']) && isText(item['status']) && isInstant(item['opened']),
        'id, status, opened (date)',
      )

export const findingsOf = (context: Readonly<SqlRow>): readonly FindingFact[] | undefined =>
  context['findings'] === undefined
    ? undefined
    : list(
        context['findings'],
        'context.findings',
        (item) => isText(item['id']) && isText(item['severity']) && isText(item['state']),
        'id, severity, state',
      )

/** `context.manifest`: what the sender says the delivery holds. */
export const manifestOf = (context: Readonly<SqlRow>): readonly { file: string; sha256?: string }[] =>
  list(context['manifest'] ?? [], 'context.manifest', (item) => isText(item['file']), 'file')

/** `context.registered`: files that are known from before and not judged again. */
export const registeredOf = (context: Readonly<SqlRow>): readonly { name: string; sha256?: string }[] =>
  list(context['registered'] ?? [], 'context.registered', (item) => isText(item['name']), 'name')
