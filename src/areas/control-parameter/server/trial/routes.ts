import { ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Declare } from '#server'
import { controlParameter } from '../../index.ts'
import { readTrial, stopTrial } from './ask.ts'

const TRY = { audience: 'admin', rule: ruleOf(controlParameter.name, 'try') } as const

const taskIn = (body: unknown): number => (typeof body === 'object' && body !== null ? Number(Reflect.get(body, 'task')) : 0)

export const trialRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/control.parameter/trial', TRY, async (call, actor) =>
    readTrial(await contextOf(call, actor), Number(call.query['task'])),
  )
  guarded('POST', '/admin/control.parameter/stop', TRY, async (call, actor) => stopTrial(await contextOf(call, actor), taskIn(call.body)))
}
