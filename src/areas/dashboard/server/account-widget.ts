import { listIn } from '#kernel'
import type { Ctx } from '#server'
import { adminsWithWeakPassword } from '#server/auth/weak-password.ts'
import type { Widget } from '#server/model/half.ts'
import { demoAccounts } from '#server/seed/demo-account.ts'

const SHOWN = 10
const namesOf = (names: readonly string[], { language }: Ctx): string =>
  `${listIn(language, names.slice(0, SHOWN))}${names.length > SHOWN ? ' …' : ''}`

/** Only who can mend it is told: to others these would be a list of the easiest doors. */
export const accountWidgets: readonly Widget[] = [
  {
    key: 'weakPasswords',
    title: { 'zh-cn': '弱密码', en: 'Weak passwords' },
    icon: 'key-round',
    rule: 'dashboard/index',
    order: 11,
    path: '/admin/auth/admin',
    read: async (ctx) => {
      const names = ctx.actor.super ? await adminsWithWeakPassword(ctx.db) : []
      if (names.length === 0) return null
      const text = {
        'zh-cn': `这些管理员的密码太短或太常见：${namesOf(names, ctx)}。请修改；系统配置的“安全配置”可以要求更长的密码并拒绝常见密码。`,
        en: `The passwords of these admins are short or common: ${namesOf(names, ctx)}. Change them; the security settings can ask for longer ones and refuse common ones.`,
      }
      return { kind: 'notice', text: text[ctx.language] }
    },
  },
  {
    key: 'demoAccounts',
    title: { 'zh-cn': '演示账号', en: 'Demo accounts' },
    icon: 'users',
    rule: 'dashboard/index',
    order: 12,
    read: async (ctx) => {
      const { admins, members } = ctx.actor.super ? await demoAccounts(ctx.db) : { admins: [], members: [] }
      const names = [...admins, ...members].map((a) => a.username)
      if (names.length === 0) return null
      const text = {
        'zh-cn': `演示账号仍可登录，它们的密码是安装时的初始密码：${namesOf(names, ctx)}。不再需要时，在终端执行“停用演示账号”。`,
        en: `The demo accounts can still sign in, with the first password of this installation: ${namesOf(names, ctx)}. When they are no longer needed, run “Disable the demo accounts” in the terminal.`,
      }
      return { kind: 'notice', text: text[ctx.language] }
    },
  },
]
