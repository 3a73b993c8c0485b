import { fail } from '#kernel'
import type { Ctx } from '../model/context.ts'

/** A record is handed to departments that one reaches, not to others. */
export const refuseForeignDepartment = ({ actor }: Ctx, { departmentId }: Readonly<Record<string, unknown>>): void => {
  const { scope, kind } = actor
  const isOwn = departmentId === null || departmentId === undefined || departmentId === actor.departmentId
  if (isOwn || kind === 'system' || scope.all || scope.departments.includes(departmentId as number)) return
  throw fail('auth.badGroup')
}
