import { fail } from '#kernel'
import { contextOf } from '#server'
import type { Declare } from '#server'
import { overviewOf } from './overview.ts'

const RULE = 'study/project/index'

export const studyRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/study.project/overview', { audience: 'admin', rule: RULE }, async (call, actor) => {
    const ctx = await contextOf(call, actor)
    const id = Number(call.query['id'])
    if (!Number.isSafeInteger(id)) throw fail('record.missing')
    return overviewOf(ctx, id)
  })
}
