import type { Locale, Resource } from '#kernel'
import type { ServerHalf } from '#server'
import authAdminServer from './auth-admin/server.ts'
import authGroupServer from './auth-group/server.ts'
import authRuleServer from './auth-rule/server.ts'
import userMoneyLogServer from './user-money-log/server.ts'
import userScoreLogServer from './user-score-log/server.ts'
import userUserServer from './user-user/server.ts'
import authAdminLocale from './auth-admin/locale.ts'
import authGroupLocale from './auth-group/locale.ts'
import authRuleLocale from './auth-rule/locale.ts'
import departmentLocale from './department/locale.ts'
import jobLocale from './job/locale.ts'
import userGroupLocale from './user-group/locale.ts'
import userMoneyLogLocale from './user-money-log/locale.ts'
import userScoreLogLocale from './user-score-log/locale.ts'
import userRuleLocale from './user-rule/locale.ts'
import userUserLocale from './user-user/locale.ts'
import routineAttachmentLocale from './routine-attachment/locale.ts'
import routineAttachmentServer from './routine-attachment/server.ts'
import { areas } from './registry.ts'

type Name = (typeof areas)[number]['name']

/** Every area has words; an area without them does not compile. */
const locales: Record<Name, Locale> = {
  department: departmentLocale,
  job: jobLocale,
  'auth.admin': authAdminLocale,
  'auth.group': authGroupLocale,
  'auth.rule': authRuleLocale,
  'user.user': userUserLocale,
  'user.group': userGroupLocale,
  'user.rule': userRuleLocale,
  'user.moneyLog': userMoneyLogLocale,
  'user.scoreLog': userScoreLogLocale,
  'routine.attachment': routineAttachmentLocale,
}
const halves: Partial<Record<Name, ServerHalf>> = {
  'auth.admin': authAdminServer,
  'auth.group': authGroupServer,
  'auth.rule': authRuleServer,
  'user.user': userUserServer,
  'user.moneyLog': userMoneyLogServer,
  'user.scoreLog': userScoreLogServer,
  'routine.attachment': routineAttachmentServer,
}

export const mounted: readonly { resource: Resource; locale: Locale; half: ServerHalf | undefined }[] = areas.map((resource) => ({
  resource,
  locale: locales[resource.name],
  half: halves[resource.name],
}))
