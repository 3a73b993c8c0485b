import { ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Declare } from '#server'
import { controlParameter } from '../index.ts'
import { readAnswer, stopAnswer } from './answer.ts'
import { readProposals } from './propose/ask.ts'

const ruled = (action: string) => ({ audience: 'admin', rule: ruleOf(controlParameter.name, action) }) as const
const taskIn = (body: unknown): number => (typeof body === 'object' && body !== null ? Number(Reflect.get(body, 'task')) : 0)

export const parameterRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/control.parameter/trial', ruled('try'), async (call, actor) =>
    readAnswer(await contextOf(call, actor), 'control.try', Number(call.query['task'])),
  )
  guarded('GET', '/admin/control.parameter/proposal', ruled('propose'), async (call, actor) =>
    readProposals(await contextOf(call, actor), Number(call.query['task'])),
  )
  // Whoever asked may stop it.
  guarded('POST', '/admin/control.parameter/stop', ruled('index'), async (call, actor) =>
    stopAnswer(await contextOf(call, actor), taskIn(call.body)),
  )
}
