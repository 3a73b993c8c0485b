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
          steps: (none) =>
            none.step('run', async ({ id, log, signal, tools }) => {
              try {
                await duty(context, (text) => text.split('\n').forEach((line) => log(cleanLine(line))), signal)
              } catch (error) {
                signal.throwIfAborted()
                const why = error instanceof Error ? error.message : String(error)
                if (key === 'backup-create') await tellBackupFailed(tools.database, id, why)
                throw new Hopeless(why)
              }
            }),
        }),
      ]),
  )
