import { holdsRule } from '../../state/ability-rules.ts'
import { useAdmin } from '../../state/admin.ts'

/** Whether this person reads trails, asked where a page is put together and no hook can stand. */
export const seesTrail = (): boolean => holdsRule(useAdmin.getState(), 'study/trail/index')
