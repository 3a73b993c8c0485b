import type { Ctx } from '../model/context.ts'

export type Rule = { id: number; name: string; parentId: number | null }
type Group = { id: number; rules: number[] | null }

/** Everything below a rule. */
const below = (rules: readonly Rule[], parent: number): number[] =>
  rules.filter(({ parentId }) => parentId === parent).flatMap(({ id }) => [id, ...below(rules, id)])

/** The new rules that somebody gets who held all of what each of them was added to. What has come together is judged by what was there before. */
export const inherited = (held: ReadonlySet<number>, before: readonly Rule[], added: readonly Rule[]): number[] => {
  const given = new Set<number>()
  // Parents come before their children.
  for (const { id, parentId } of added) {
    if (parentId === null) continue
    const known = below(before, parentId)
    const isWhole = held.has(parentId) && known.length > 0 && known.every((one) => held.has(one))
    if (isWhole || given.has(parentId)) given.add(id)
  }
  return [...given]
}

const GROUPS = {
  'auth.group': 'SELECT id, rules FROM auth_group WHERE NOT everything ORDER BY id',
  'user.group': 'SELECT id, rules FROM user_group WHERE NOT everything ORDER BY id',
} as const
/** Groups that hold a whole area hold what a new version adds to it; what a person took away was there before and is not given back. */
export const inheritRules = async (
  ctx: Ctx,
  resource: keyof typeof GROUPS,
  before: readonly Rule[],
  added: readonly Rule[],
): Promise<void> => {
  if (before.length === 0) return
  for (const { id, rules } of await ctx.db.query<Group>(GROUPS[resource])) {
    const given = inherited(new Set(rules ?? []), before, added)
    if (given.length > 0) await ctx.engine.edit(ctx, resource, { id, rules: [...(rules ?? []), ...given] })
  }
}
