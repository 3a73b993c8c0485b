import { fill } from '#kernel'
import type { Words } from '#kernel'
import type { Ctx } from '../model/context.ts'
import type { Part, Parted } from '../model/half.ts'
import type { Model } from '../model/model.ts'
import { partsOf } from './part.ts'
import type { Saying } from './part.ts'

export const YES: Words = { 'zh-cn': '是', en: 'Yes' }
export const NO: Words = { 'zh-cn': '否', en: 'No' }
const ITEM: Words = { 'zh-cn': '{n} 项', en: '{n} item' }
const ITEMS: Words = { 'zh-cn': '{n} 项', en: '{n} items' }
export const itemsOf = (n: number, { language }: Ctx): string => fill((n === 1 ? ITEM : ITEMS)[language], { n })

export const isData = (value: unknown): boolean => [value].flat().some((part) => typeof part === 'object' && part !== null)

export const sayingOf = (ctx: Ctx): Saying => ({
  language: ctx.language,
  count: (n) => itemsOf(n, ctx),
  yes: (is) => (is ? YES : NO)[ctx.language],
})

/** Parts whose names and values only the area knows, in the reader's words. */
export const sayParts = async (
  ctx: Ctx,
  model: Model | undefined,
  field: string,
  all: readonly Parted[],
): Promise<readonly (readonly Part[])[]> => {
  const say = all.length ? model?.half?.parts?.[field] : undefined
  return (await say?.(ctx, all)) ?? all.map(({ parts }) => parts)
}

type Sided = { readonly id: number; readonly before: unknown; readonly after: unknown }
/** What changed inside structures of a field, part by part; nothing where its resource has no words for them. */
export const structureChanges = async (
  ctx: Ctx,
  model: Model,
  field: string,
  all: readonly Sided[],
): Promise<readonly (readonly Part[] | undefined)[]> => {
  if (!model.half?.parts?.[field]) return all.map(() => undefined)
  const saying = sayingOf(ctx)
  return sayParts(
    ctx,
    model,
    field,
    all.map(({ id, before, after }) => ({ id, parts: partsOf(before, after, saying) })),
  )
}
