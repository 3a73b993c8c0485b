/** A fragment of a distributed plan: where it runs, its operators from the top down, and everything that is said of them. */
type Fragment = { kind: string; operators: string[]; lines: string[] }

/** All rows of something, or one line for each different value. */
export type Gathered = 'rows' | 'values'

const HEAD = /^Fragment (\d+) \[(.+)\]/
const OPERATOR = /^[\s│└├─]*([A-Z]\w+\[.*)/
const FEEDING = /^RemoteSource\[sourceFragmentIds = \[([\d, ]+)\]/

function fragmentsOf(plan: string): Map<number, Fragment> {
  const found = new Map<number, Fragment>()
  let last: Fragment | undefined
  for (const line of plan.split('\n')) {
    const [, id, kind] = HEAD.exec(line) ?? []
    if (id !== undefined && kind !== undefined) found.set(Number(id), (last = { kind, operators: [], lines: [] }))
    const operator = OPERATOR.exec(line)?.[1]
    if (operator !== undefined) last?.operators.push(operator)
    last?.lines.push(line)
  }
  return found
}

/** Hands on one line per node and group, or no more than what was asked for. */
const REDUCES = /^(?:Aggregate\[type = PARTIAL|LimitPartial|TopNPartial|DistinctLimitPartial)/
/** One line for each different value. */
const GROUPS = /^Aggregate\[type = (?:FINAL|SINGLE), keys/
/** Says nothing about how many there are. */
const RENAMES = /^(?:Project|LocalExchange|FilterProject|Filter|AssignUniqueId)\b/
/** What only the answer is made of: its rows go to whoever asked. */
const ANSWERS = /^(?:Output|LocalExchange|RemoteSource|Project|Limit|TopN)\b/

const top = ({ operators }: Fragment): string => operators.find((operator) => !RENAMES.test(operator)) ?? ''

/** What a plan gathers on one node beyond counts. The rows of the answer are no such thing. */
export function gatheredIn(plan: string): Set<Gathered> {
  const fragments = fragmentsOf(plan)
  const found = new Set<Gathered>()
  // Names of columns and other literals are no rows of a table.
  if (!/Scan\w*\[table/.test(plan)) return found
  for (const { kind, operators, lines } of fragments.values()) {
    if (kind !== 'SINGLE') continue
    const feeding = operators.flatMap((operator) => FEEDING.exec(operator)?.[1]?.split(',').map(Number) ?? [])
    const spread = feeding.flatMap((id) => fragments.get(id) ?? []).filter((source) => source.kind !== 'SINGLE')
    // The map of a histogram is one line, and holds all values.
    if (spread.length > 0 && lines.some((line) => /:= histogram\(/.test(line))) found.add('values')
    if (operators.every((operator) => ANSWERS.test(operator))) continue
    for (const source of spread) if (!REDUCES.test(top(source))) found.add(GROUPS.test(top(source)) ? 'values' : 'rows')
  }
  return found
}
