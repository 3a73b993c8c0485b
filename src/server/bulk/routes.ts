import { fail } from '#kernel'
import { contextOf, groupOf } from '../http/call.ts'
import type { Declare } from '../http/route.ts'
import { Wish, askBulk } from './task.ts'

/** Rights are those of the verb that is asked for, and are asked again when it is done. */
export const bulkRoutes = ({ guarded }: Declare): void => {
  guarded('POST', '/admin/bulk/ask', { audience: 'admin' }, async (call, actor) => {
    const { resource, ...wish } = { resource: undefined, ...(typeof call.body === 'object' ? call.body : undefined) }
    const read = Wish.safeParse(wish)
    if (typeof resource !== 'string' || !read.success) throw fail('input.badValue', { field: 'bulk', value: '' })
    const ctx = await contextOf(call, actor)
    return ctx.engine.write(ctx, (tx) => askBulk(tx, resource, read.data, groupOf(call)))
  })
}
