import { holdsRule } from '../state/ability-rules.ts'
import { useAdmin } from '../state/admin.ts'

/** Whether this person reads comments, asked where a page is put together and no hook can stand. */
export const seesComments = (): boolean => holdsRule(useAdmin.getState(), 'comment/index')
