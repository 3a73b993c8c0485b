import type { Ctx } from '../model/context.ts'

const VARIABLES = [
  { title: '验证码', name: 'code', source: 'code' },
  { title: '有效分钟数', name: 'minutes', source: 'minutes' },
  { title: '站点名称', name: 'site', source: 'siteName' },
  { title: '未读消息数', name: 'count', source: 'count' },
]
const TEMPLATES: [string, string, string][] = [
  ['user_register', '会员注册', '您正在注册${site}会员，验证码 ${code}，${minutes} 分钟内有效，请勿告诉他人。'],
  ['user_retrieve_pwd', '找回密码', '您正在找回${site}的密码，验证码 ${code}，${minutes} 分钟内有效，请勿告诉他人。'],
  ['user_change_mobile', '更换手机', '您正在绑定新的手机号，验证码 ${code}，${minutes} 分钟内有效，请勿告诉他人。'],
  ['user_mobile_verify', '验证手机', '您正在验证手机号，验证码 ${code}，${minutes} 分钟内有效，请勿告诉他人。'],
  ['notification_digest', '未读消息汇总', '您在${site}有 ${count} 条未读消息等待处理，请登录查看。'],
]

/** Settings have one row each; the templates that the member area asks for exist from the start. What a person deleted stays deleted. */
export const seedMessages = async (ctx: Ctx): Promise<void> => {
  await ctx.engine.write(ctx, async (tx) => {
    const [known] = await tx.db.query('SELECT 1 FROM sms_config LIMIT 1')
    if (known) return
    await tx.engine.add(tx, 'sms.config', {})
    await tx.engine.add(tx, 'mail.config', {})
    for (const variable of VARIABLES) await tx.engine.add(tx, 'sms.variable', variable)
    for (const [code, title, content] of TEMPLATES) await tx.engine.add(tx, 'sms.template', { code, title, content })
  })
}
