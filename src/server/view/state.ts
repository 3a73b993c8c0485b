import * as z from 'zod/mini'
import { fail } from '#kernel'

const ids = z.array(z.string().check(z.maxLength(80))).check(z.maxLength(300))
const State = z.strictObject({
  /** The address of the list, from `q` to `order`. */
  query: z.string().check(z.maxLength(4000)),
  hidden: ids,
  shown: ids,
  order: ids,
  pinned: ids,
})
const View = z.strictObject({
  id: z.optional(z.int().check(z.gte(1))),
  resource: z.string().check(z.minLength(1), z.maxLength(120)),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  shared: z.boolean(),
  state: State,
})
export type SentView = z.infer<typeof View>

export const readView = (body: unknown): SentView => {
  const read = View.safeParse(body)
  if (!read.success) throw fail('input.badValue', { field: read.error.issues[0]?.path.join('.') || 'view', value: '' })
  return read.data
}
