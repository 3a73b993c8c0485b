import { refuse } from '#kernel'
import type { Ctx } from '#server'
import { cancelTask } from '#server/task/act.ts'
import { answerOf } from '#server/task/answer.ts'
import locale from '../locale.ts'

type Kind = 'control.try' | 'control.propose'
const mine = async (ctx: Ctx, kinds: readonly Kind[], task: number) => {
  const found = await answerOf(ctx, kinds, task)
  if (!found) throw refuse(locale, 'noTrial')
  return found
}

export const readAnswer = (ctx: Ctx, kind: Kind, task: number) => mine(ctx, [kind], task)
export const stopAnswer = async (ctx: Ctx, task: number): Promise<{ stopped: boolean }> => {
  await mine(ctx, ['control.try', 'control.propose'], task)
  return { stopped: await cancelTask(ctx, task) }
}
