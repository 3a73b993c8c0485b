import { moveWord } from '#kernel'
import { actionWord } from '#server/audit/words.ts'
import type { AnyRow, Ctx } from '#server/model/context.ts'

/** A move is called by where it leads; every other verb has its word in the trail already. */
export const actionCalled = (ctx: Ctx, row: AnyRow): string => {
  const resource = String(row['resource'])
  const to = row['action'] === 'move' ? (row['input'] as { to?: string } | null)?.to : undefined
  const model = to === undefined ? undefined : ctx.engine.registry.get(resource)
  if (to === undefined || !model) return actionWord(ctx, resource, String(row['action']))
  // Where only one way there needs a second person, it was that one.
  const { second } = model.resource.moves?.[to] ?? {}
  return moveWord(model.locale[ctx.language], to, Array.isArray(second) && second.length === 1 ? String(second[0]) : '')
}

/** Verbs that need a second person somewhere and are called so. */
export const actionsCalled = (ctx: Ctx, text: string): string[] => {
  const asked = ctx.engine.registry
    .all()
    .flatMap(({ resource }) => [
      ...Object.keys(resource.actions).filter((name) => resource.actions[name]!.second),
      ...(resource.second ?? []),
    ])
  const words = (action: string) => ctx.engine.registry.all().map(({ resource }) => actionWord(ctx, resource.name, action))
  return [...new Set(['delete', ...asked])].filter((action) => words(action).some((word) => word.toLowerCase().includes(text)))
}
