import { columnsOf, snake } from '#kernel'
import type { Field, Resource } from '#kernel'
import { tableText } from '#server/db/designed.ts'

/** A refusal of the plan: a key of the generator's own sentences and what fills them. */
export type PlanProblem = { key: 'kindChanged' | 'uniqueAdded' | 'required'; params: Record<string, string> }
export type Plan = { statements: string[]; removed: string[]; problems: PlanProblem[] }

const kept = (before: Resource, after: Resource): Resource => {
  const removed = Object.keys(before.fields).filter((n) => !(n in after.fields))
  // Removing never happens in passing: what the new design leaves out stays in the table until its own confirmed drop.
  return { ...after, fields: { ...after.fields, ...Object.fromEntries(removed.map((n) => [n, optional(before.fields[n]!)])) } }
}
const optional = (field: Field): Field => {
  const { required: _, ...rest } = field
  return rest
}

const problemsOf = (before: Resource, after: Resource, hasRows: boolean): PlanProblem[] =>
  Object.entries(columnsOf(after)).flatMap(([field, now]): PlanProblem[] => {
    const was = columnsOf(before)[field]
    if (!was) return hasRows && now.required && now.default === undefined && !now.when ? [{ key: 'required', params: { field } }] : []
    if (was.kind !== now.kind) return [{ key: 'kindChanged', params: { field, from: was.kind, to: now.kind } }]
    return hasRows && now.unique && !was.unique ? [{ key: 'uniqueAdded', params: { field } }] : []
  })

/** The SQL from one design to the next, among the tables they refer to. Additive: columns are dropped only when named in `drop`. */
export const planTable = async (
  others: readonly Resource[],
  before: Resource | null,
  after: Resource,
  hasRows: boolean,
  drop: readonly string[] = [],
): Promise<Plan> => {
  // Loaded only here: the differ costs 300 ms and memory that a running server does not need.
  const [{ generateDrizzleJson, generateMigration }, { tablesOf }] = await Promise.all([
    import('drizzle-kit/api'),
    import('#server/db/table.ts'),
  ])
  const problems = before ? problemsOf(before, after, hasRows) : []
  const removed = before ? Object.keys(before.fields).filter((n) => !(n in after.fields)) : []
  if (problems.length) return { statements: [], removed, problems }
  const designed = (r: Resource): Resource => ({ ...r, designed: true })
  const from = generateDrizzleJson(Object.fromEntries(tablesOf(before ? [...others, designed(before)] : others)))
  const to = generateDrizzleJson(Object.fromEntries(tablesOf([...others, designed(before ? kept(before, after) : after)])), from.id)
  const statements = await generateMigration(from, to)
  const drops = removed.filter((n) => drop.includes(n)).map((n) => `ALTER TABLE ${tableText(designed(after))} DROP COLUMN "${snake(n)}";`)
  return { statements: [...statements, ...drops], removed, problems }
}
