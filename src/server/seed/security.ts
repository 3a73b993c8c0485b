import type { Ctx } from '../model/context.ts'

/** Resource, rule, days in the bin at least. People and what the data scope rests on do not go by one hand alone. */
const RECYCLE: [string, string, number][] = [
  ['auth.admin', '管理员账号', 90],
  ['user.user', '会员账号', 30],
  ['department', '科室', 30],
]
/** Resource, field, rule, whether its value is hidden from those who may not reveal it. */
const SENSITIVE: [string, string, string, boolean][] = [
  ['user.user', 'mobile', '会员手机', true],
  ['user.user', 'email', '会员邮箱', true],
  ['auth.admin', 'mobile', '管理员手机', true],
  ['auth.admin', 'email', '管理员邮箱', false],
  ['auth.admin', 'groups', '管理员角色组', false],
  ['auth.admin', 'department', '管理员科室', false],
  ['auth.group', 'rules', '角色组权限', false],
  ['auth.group', 'scope', '角色组数据范围', false],
]

/** Sensible rules for a new system. Once: what a person loosened or deleted stays so. */
export const seedSecurity = async (ctx: Ctx): Promise<void> => {
  await ctx.engine.write(ctx, async (tx) => {
    const first = await tx.db.query(
      `INSERT INTO setting (key, value) VALUES ('securityRules', 'true') ON CONFLICT DO NOTHING RETURNING key`,
    )
    if (first.length === 0) return
    for (const [resource, title, days] of RECYCLE.toReversed()) await tx.engine.add(tx, 'security.recycle', { resource, title, days })
    for (const [resource, field, title, mask] of SENSITIVE.toReversed())
      await tx.engine.add(tx, 'security.sensitive', { resource, field, title, mask })
  })
}
