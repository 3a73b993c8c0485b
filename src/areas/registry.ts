import type { RuleOf } from '#kernel'
import { analysisProject } from './analysis-project/index.ts'
import { authAdmin } from './auth-admin/index.ts'
import { authGroup } from './auth-group/index.ts'
import { authRule } from './auth-rule/index.ts'
import { clinicalData } from './clinical-data/index.ts'
import { controlOverride } from './control-override/index.ts'
import { controlParameter } from './control-parameter/index.ts'
import { controlSet } from './control-set/index.ts'
import { controlVersion } from './control-version/index.ts'
import { controlCatalogue } from './control-catalogue/index.ts'
import { finding } from './finding/index.ts'
import { findingEvent } from './finding-event/index.ts'
import { qcResult } from './qc-result/index.ts'
import { qcRun } from './qc-run/index.ts'
import { query } from './query/index.ts'
import { queryEntry } from './query-entry/index.ts'
import { comment } from './comment/index.ts'
import { crudTable } from './crud-table/index.ts'
import { dashboard } from './dashboard/index.ts'
import { datafile } from './datafile/index.ts'
import { datafileVersion } from './datafile-version/index.ts'
import { department } from './department/index.ts'
import { docs } from './docs/index.ts'
import { gatherDelivery } from './gather-delivery/index.ts'
import { gatherProject } from './gather-project/index.ts'
import { job } from './job/index.ts'
import { mailConfig } from './mail-config/index.ts'
import { messageOutbox } from './message-outbox/index.ts'
import { profile } from './profile/index.ts'
import { routineConfig } from './routine-config/index.ts'
import { routineAttachment } from './routine-attachment/index.ts'
import { authLog } from './auth-log/index.ts'
import { securityRecycleLog } from './security-recycle-log/index.ts'
import { securityRecycle } from './security-recycle/index.ts'
import { approval } from './approval/index.ts'
import { securitySensitiveLog } from './security-sensitive-log/index.ts'
import { securitySensitive } from './security-sensitive/index.ts'
import { smsConfig } from './sms-config/index.ts'
import { smsTemplate } from './sms-template/index.ts'
import { smsVariable } from './sms-variable/index.ts'
import { task } from './task/index.ts'
import { trinoConfig } from './trino-config/index.ts'
import { todo } from './todo/index.ts'
import { studyArchive } from './study-archive/index.ts'
import { studyArm } from './study-arm/index.ts'
import { studyCodelist } from './study-codelist/index.ts'
import { studyDictionary } from './study-dictionary/index.ts'
import { studyForm } from './study-form/index.ts'
import { studyInvitation } from './study-invitation/index.ts'
import { studyLock } from './study-lock/index.ts'
import { studyMark } from './study-mark/index.ts'
import { studyMember } from './study-member/index.ts'
import { studyProject } from './study-project/index.ts'
import { studySecondEntry } from './study-second-entry/index.ts'
import { studySignature } from './study-signature/index.ts'
import { studySubject } from './study-subject/index.ts'
import { studyToken } from './study-token/index.ts'
import { studyTrail } from './study-trail/index.ts'
import { studyVariable } from './study-variable/index.ts'
import { studyVerification } from './study-verification/index.ts'
import { studyVisit } from './study-visit/index.ts'
import { studyWaiver } from './study-waiver/index.ts'
import { userGroup } from './user-group/index.ts'
import { userMoneyLog } from './user-money-log/index.ts'
import { userRule } from './user-rule/index.ts'
import { userScoreLog } from './user-score-log/index.ts'
import { userUser } from './user-user/index.ts'

/** The product, as a list. Tables, routes, rules and menus follow from it. */
export const areas = [
  crudTable,
  task,
  todo,
  datafile,
  datafileVersion,
  studyProject,
  studyMember,
  studyInvitation,
  studyVisit,
  studyArm,
  studySubject,
  gatherProject,
  gatherDelivery,
  studyToken,
  studyDictionary,
  studyForm,
  studyVariable,
  studyCodelist,
  studyLock,
  comment,
  studyMark,
  studySecondEntry,
  studyVerification,
  studyWaiver,
  studyArchive,
  studySignature,
  analysisProject,
  clinicalData,
  department,
  job,
  authGroup,
  authAdmin,
  authRule,
  userUser,
  userGroup,
  userRule,
  userMoneyLog,
  userScoreLog,
  smsConfig,
  smsTemplate,
  smsVariable,
  mailConfig,
  trinoConfig,
  messageOutbox,
  routineAttachment,
  routineConfig,
  authLog,
  securityRecycleLog,
  securityRecycle,
  approval,
  securitySensitiveLog,
  securitySensitive,
  controlParameter,
  controlVersion,
  controlOverride,
  controlSet,
  qcRun,
  qcResult,
  finding,
  findingEvent,
  query,
  queryEntry,
] as const
export const pages = [dashboard, controlCatalogue, studyTrail, profile, docs] as const
export type Rule = RuleOf<(typeof areas)[number]>
