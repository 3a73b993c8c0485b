import type { Bind } from '../db/bind.ts'
import type { Actor } from './actor.ts'

/** Rows of a scoped resource that belong to somebody's departments or to themselves. */
export const ownRows = ({ scope, id }: Actor, alias: string, bind: Bind): string =>
  `(${alias}."department_id" = ANY(${bind.add(scope.departments)}::bigint[]) OR ${alias}."owner_id" = ${bind.add(id)}::bigint)`
