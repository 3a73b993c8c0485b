import type { Locale, Resource } from '#kernel'
import type { ServerHalf } from '#server'
import authAdminServer from './auth-admin/server.ts'
import authGroupServer from './auth-group/server.ts'
import authRuleServer from './auth-rule/server.ts'
import mailConfigServer from './mail-config/server.ts'
import smsConfigServer from './sms-config/server.ts'
import smsTemplateServer from './sms-template/server.ts'
import smsVariableServer from './sms-variable/server.ts'
import userMoneyLogServer from './user-money-log/server.ts'
import userScoreLogServer from './user-score-log/server.ts'
import userUserServer from './user-user/server.ts'
import authAdminLocale from './auth-admin/locale.ts'
import authGroupLocale from './auth-group/locale.ts'
import authRuleLocale from './auth-rule/locale.ts'
import crudTableLocale from './crud-table/locale.ts'
import crudTableServer from './crud-table/server.ts'
import departmentServer from './department/server.ts'
import departmentLocale from './department/locale.ts'
import jobLocale from './job/locale.ts'
import userGroupLocale from './user-group/locale.ts'
import mailConfigLocale from './mail-config/locale.ts'
import messageOutboxLocale from './message-outbox/locale.ts'
import messageOutboxServer from './message-outbox/server.ts'
import smsConfigLocale from './sms-config/locale.ts'
import smsTemplateLocale from './sms-template/locale.ts'
import smsVariableLocale from './sms-variable/locale.ts'
import userMoneyLogLocale from './user-money-log/locale.ts'
import userScoreLogLocale from './user-score-log/locale.ts'
import userRuleLocale from './user-rule/locale.ts'
import userUserLocale from './user-user/locale.ts'
import routineConfigLocale from './routine-config/locale.ts'
import routineConfigServer from './routine-config/server.ts'
import routineAttachmentLocale from './routine-attachment/locale.ts'
import routineAttachmentServer from './routine-attachment/server.ts'
import authLogLocale from './auth-log/locale.ts'
import authLogServer from './auth-log/server.ts'
import securityRecycleLogLocale from './security-recycle-log/locale.ts'
import securityRecycleLogServer from './security-recycle-log/server.ts'
import securityRecycleLocale from './security-recycle/locale.ts'
import securityRecycleServer from './security-recycle/server.ts'
import securityPurgeRequestLocale from './security-purge-request/locale.ts'
import securityPurgeRequestServer from './security-purge-request/server.ts'
import securitySensitiveLogLocale from './security-sensitive-log/locale.ts'
import securitySensitiveLogServer from './security-sensitive-log/server.ts'
import securitySensitiveLocale from './security-sensitive/locale.ts'
import securitySensitiveServer from './security-sensitive/server.ts'
import { areas } from './registry.ts'

type Name = (typeof areas)[number]['name']

/** Every area has words; an area without them does not compile. */
const locales: Record<Name, Locale> = {
  'crud.table': crudTableLocale,
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
  'sms.config': smsConfigLocale,
  'sms.template': smsTemplateLocale,
  'sms.variable': smsVariableLocale,
  'mail.config': mailConfigLocale,
  'message.outbox': messageOutboxLocale,
  'routine.attachment': routineAttachmentLocale,
  'routine.config': routineConfigLocale,
  'auth.log': authLogLocale,
  'security.recycleLog': securityRecycleLogLocale,
  'security.recycle': securityRecycleLocale,
  'security.purgeRequest': securityPurgeRequestLocale,
  'security.sensitiveLog': securitySensitiveLogLocale,
  'security.sensitive': securitySensitiveLocale,
}
const halves: Partial<Record<Name, ServerHalf>> = {
  department: departmentServer,
  'crud.table': crudTableServer,
  'auth.admin': authAdminServer,
  'auth.group': authGroupServer,
  'auth.rule': authRuleServer,
  'user.user': userUserServer,
  'user.moneyLog': userMoneyLogServer,
  'user.scoreLog': userScoreLogServer,
  'sms.config': smsConfigServer,
  'sms.template': smsTemplateServer,
  'sms.variable': smsVariableServer,
  'mail.config': mailConfigServer,
  'message.outbox': messageOutboxServer,
  'routine.attachment': routineAttachmentServer,
  'routine.config': routineConfigServer,
  'auth.log': authLogServer,
  'security.recycleLog': securityRecycleLogServer,
  'security.recycle': securityRecycleServer,
  'security.purgeRequest': securityPurgeRequestServer,
  'security.sensitiveLog': securitySensitiveLogServer,
  'security.sensitive': securitySensitiveServer,
}

export const mounted: readonly { resource: Resource; locale: Locale; half: ServerHalf | undefined }[] = areas.map((resource) => ({
  resource,
  locale: locales[resource.name],
  half: halves[resource.name],
}))
