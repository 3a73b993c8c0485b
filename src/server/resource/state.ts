import { fail, firstState, keptText, REASON } from '#kernel'
import type { Blocker } from '../model/approval.ts'
import type { AnyRow, Ctx } from '../model/context.ts'
import type { Model } from '../model/model.ts'

const called = (ctx: Ctx, { locale }: Model, state: unknown): string =>
  locale[ctx.language].options?.['state']?.[String(state)] ?? String(state)

/** Only along the definition, whoever asks. */
export const refuseMove = (ctx: Ctx, model: Model, row: AnyRow, to: string): void => {
  const from = model.resource.moves?.[to]?.from
  if (!from?.includes(String(row['state'])))
    throw fail('state.move', { from: called(ctx, model, row['state']), to: called(ctx, model, to).slice(0, 100) })
}
/** A record begins where the definition says. */
export const refuseStart = (ctx: Ctx, model: Model, state: unknown): void => {
  if (model.resource.moves && state !== firstState(model.resource)) throw fail('state.move', { from: '–', to: called(ctx, model, state) })
}

/** What stands in the way: the gate that the definition names says it, and whichever areas hold such a record back. */
export const blockersOf = async (
  ctx: Ctx,
  model: Model,
  name: string,
  row: AnyRow,
  input: Record<string, unknown> = {},
): Promise<Blocker[]> => {
  const gate = model.half?.gates?.[name]
  if (!gate) throw new Error(`${model.resource.name} has no gate “${name}”`)
  const step = { resource: model.resource.name, record: row.id, gate: name }
  const blockers = [...(await gate(ctx, row, model, input))]
  const waived = new Set<string>()
  for (const { half } of ctx.engine.registry.all()) {
    if (half?.holdsBack) blockers.push(...(await half.holdsBack(ctx, step)))
    if (half?.waived) for (const one of await half.waived(ctx, step)) waived.add(one)
  }
  return blockers.filter(({ waiver }) => waiver === undefined || !waived.has(waiver))
}
/** `input`: what an action was given, where its gate depends on it. */
export const refuseBlocked = async (
  ctx: Ctx,
  model: Model,
  name: string,
  word: string,
  rows: readonly AnyRow[],
  input: Record<string, unknown> = {},
): Promise<void> => {
  const blockers: Blocker[] = []
  for (const row of rows) blockers.push(...(await blockersOf(ctx, model, name, row, input)))
  const [first] = blockers
  if (!first) return
  throw fail(
    'state.blocked',
    { move: word, count: blockers.length, first: first.words[ctx.language] },
    { blockers: blockers.map(({ words, ...door }) => ({ text: words[ctx.language], ...door })) },
  )
}

/** A field problem, so that the form can show it where the reason is asked for. The process itself explains nothing. */
export const refuseUnexplained = ({ actor, reason }: Ctx): void => {
  if (actor.kind === 'system' || (reason && keptText(reason).trim())) return
  throw fail('record.reasonRequired', {}, { problems: [{ field: REASON, key: 'required' }] })
}
