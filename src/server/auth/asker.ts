import type { Language } from '#kernel'
import { fail } from '#kernel'
import type { Database } from '../db/database.ts'
import type { Ctx } from '../model/context.ts'
import { chosenTree, loadAdmin } from './actor.ts'

export type Asked = { by: number; group: number; language: Language }

/** Whoever asked a task for something, with the rights of today. */
export const askerOf = async (database: Database, system: Ctx, { by, group, language }: Asked): Promise<Ctx> => {
  const actor = await loadAdmin(database, by)
  if (!actor) throw fail('task.askerGone')
  return { ...system, actor, language, departments: await chosenTree(database, actor, group) }
}
