import { bulk } from '../server/bulk/task.ts'
import { exporting } from '../server/excel/task.ts'
import { digesting } from '../server/message/digest.ts'
import { sending } from '../server/message/send-task.ts'
import type { AnyTask } from '../server/task/definition.ts'
import { intake } from '../server/upload/intake.ts'
import { sweep } from './sweep.ts'

/** What a worker does beside the tasks of the areas and the duties. */
export const ownTasks: readonly AnyTask[] = [sweep, intake, sending, digesting, exporting, bulk]
