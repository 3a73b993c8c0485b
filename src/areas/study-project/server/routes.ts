import { fail } from '#kernel'
import { contextOf } from '#server'
import type { Declare } from '#server'
import { unblindersOf } from './blinding.ts'
import { sendPackage } from './exchange/give.ts'
import { foretellTake } from './exchange/take.ts'
import { formFill } from './form-fill.ts'
import { overviewOf } from './overview.ts'

const RULE = 'study/project/index'

export const studyRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/study.project/overview', { audience: 'admin', rule: RULE }, async (call, actor) => {
    const ctx = await contextOf(call, actor)
    const id = Number(call.query['id'])
    if (!Number.isSafeInteger(id)) throw fail('record.missing')
    return overviewOf(ctx, id)
  })
  guarded('GET', '/admin/study.project/forms', { audience: 'admin', rule: RULE }, async (call, actor) => {
    const id = Number(call.query['id'])
    if (!Number.isSafeInteger(id)) throw fail('record.missing')
    return formFill(await contextOf(call, actor), id)
  })
  guarded('GET', '/admin/study.project/unblinders', { audience: 'admin', rule: RULE }, async (call, actor) => {
    const ctx = await contextOf(call, actor)
    const { id } = await ctx.engine.get(ctx, 'study.project', Number(call.query['id']) || 0)
    return { names: await unblindersOf(ctx, id) }
  })
  guarded('POST', '/admin/study.project/foretell', { audience: 'admin', rule: 'study/project/take' }, async ({ body, language }) => {
    const { text } = { text: undefined, ...(typeof body === 'object' ? body : {}) }
    if (typeof text !== 'string') throw fail('input.unknownField', { field: 'text' })
    return foretellTake(text, language)
  })
  guarded('GET', '/admin/study.project/package', { address: 'ticket' }, sendPackage)
}
