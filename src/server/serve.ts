import type { Draft, Page, Resource, Row } from '#kernel'
import type { Declare } from './http/route.ts'
import type { AnyQuestion } from './lane/question.ts'
import type { Ctx } from './model/context.ts'
import type { Custom, Gates, Hooks, ServerHalf } from './model/half.ts'
import type { Telling } from './seed/demo-time.ts'
import type { AnyTask } from './task/definition.ts'
import type { Schedule } from './task/schedule.ts'

/** What an area brings besides its rows. */
type Work = {
  /** Calls of its own, beyond those that every resource has. */
  routes?: (declare: Declare) => void
  /** What must be there before the first request; runs at every start. */
  seed?: (ctx: Ctx) => Promise<void>
  /** What happened to it in the demo hospital. */
  demo?: Telling
  /** What the area lets workers do, and what the clock asks of them. */
  tasks?: readonly AnyTask[]
  schedules?: readonly Schedule[]
  /** What a worker answers at once, for a request that waits. */
  questions?: readonly AnyQuestion[]
}
export type AreaHalf = ServerHalf & Work
export type PageHalf = { page: Page; routes: NonNullable<Work['routes']> }

/** The server half of an area. Absent hooks mean the generic behaviour; declared actions must be implemented. */
export const serve = <R extends Resource>(resource: R, half: Hooks<Row<R>, Draft<R>> & Custom<R> & Gates<R> & Work): AreaHalf =>
  ({ resource, ...half }) as unknown as AreaHalf

/** The server half of a page: it has no rows, so its calls are all it has. */
export const servePage = (page: Page, routes: PageHalf['routes']): PageHalf => ({ page, routes })
