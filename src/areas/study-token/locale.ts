import { defineLocale, type Words } from '#kernel'
import { studyToken } from './index.ts'

export default defineLocale(studyToken, {
  'zh-cn': {
    title: '接口令牌',
    one: '令牌',
    remark: '检验系统等程序用令牌向采集项目交付数据。令牌只显示一次，可随时撤销；它的权限不超过签发人。',
    fields: {
      study: '研究',
      name: '用途',
      gathers: '采集项目',
      expiresAt: '有效期至',
      admin: '签发人',
      issuedAt: '签发时间',
      state: '状态',
      remark: '说明',
    },
    options: { state: { active: '有效', revoked: '已撤销' } },
    actions: { issue: '签发令牌' },
    inputs: { reason: '原因' },
    moves: { revoked: '撤销' },
    help: { name: '哪个系统使用，例如“检验科 LIS”', gathers: '令牌只能向这些采集项目交付' },
    errors: {
      past: '有效期应在今天之后、两年之内',
      otherStudy: '采集项目不属于这项研究',
      noMachines: '采集项目“{name}”不接受接口交付：请先在它的“也接受”中勾选“接口”，或从令牌中去掉它',
      revoked: '令牌已撤销，请新建一个',
      expired: '令牌已过期，请先延长有效期',
    },
  },
  en: {
    title: 'API tokens',
    one: 'token',
    remark:
      'Programs such as a laboratory system deliver data with a token. It is shown once, can be revoked at any time, and may do no more than whoever issued it.',
    fields: {
      study: 'Study',
      name: 'Used by',
      gathers: 'Gather projects',
      expiresAt: 'Expires at',
      admin: 'Issued by',
      issuedAt: 'Issued at',
      state: 'State',
      remark: 'Description',
    },
    options: { state: { active: 'Active', revoked: 'Revoked' } },
    actions: { issue: 'Issue token' },
    inputs: { reason: 'Reason' },
    moves: { revoked: 'Revoke' },
    help: { name: 'Which system uses it, such as “laboratory LIS”', gathers: 'The token delivers to these alone' },
    errors: {
      past: 'It must expire after today and within two years',
      otherStudy: 'A gather project belongs to another study',
      noMachines:
        'The gather project “{name}” takes nothing from machines: tick “API” under its “Also by” first, or take it out of the token',
      revoked: 'The token was revoked; make a new one',
      expired: 'The token has expired; prolong it first',
    },
  },
})

/** Beside the secret, which is shown once. */
export const ONCE = {
  'zh-cn': '请立即复制并妥善保存：关闭后不再显示，以前签发的令牌已失效。',
  en: 'Copy it now and keep it safe: it is not shown again, and the one issued before is void.',
} as const satisfies Words
