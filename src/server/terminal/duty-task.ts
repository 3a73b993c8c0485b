import * as z from 'zod'
import { tellBackupFailed } from '../backup/notification.ts'
import type { DutyContext } from '../duty.ts'
import { Hopeless, defineTask } from '../task/definition.ts'
import type { Task } from '../task/definition.ts'
import { cleanLine } from './execute.ts'
import { DUTIES } from './duty.ts'

/** The duties as tasks, by the key of their command. Tried once: whoever asked decides whether to ask again. */
export const dutyTasks = (context: DutyContext): ReadonlyMap<string, Task<Record<string, never>>> =>
  new Map(
    Object.entries(DUTIES)
      .flatMap(([key, { title, task }]) => (task ? [{ key, title, duty: task }] : []))
      .map(({ key, title, duty }) => [
        key,
        defineTask({
          kind: `duty.${key}`,
          lane: 'light',
          title,
          words: { run: { 'zh-cn': '执行', en: 'Run' } },
          isPrelude: true,
          maxTries: 1,
          input: z.record(z.string(), z.never()),
          // Also where the worker that made the backup was lost: nobody would know that there is none.
          ended: async ({ db }, { id, why }, how) => {
            if (key === 'backup-create' && how !== 'cancelled') await tellBackupFailed(db, id, why?.en ?? how)
          },
          steps: (none) =>
            none.step('run', async ({ log, signal }) => {
              try {
                await duty(context, (text) => text.split('\n').forEach((line) => log(cleanLine(line))), signal)
              } catch (error) {
                signal.throwIfAborted()
                throw new Hopeless(error instanceof Error ? error.message : String(error))
              }
            }),
        }),
      ]),
  )
