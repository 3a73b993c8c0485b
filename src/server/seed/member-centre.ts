import type { Words } from '#kernel'
import type { Ctx } from '../model/context.ts'
import { inheritRules } from './inherit.ts'
import type { Rule } from './inherit.ts'

type Page = { name: string; icon: string; title: Words; calls?: Record<string, Words> }
const words = (zh: string, en: string): Words => ({ 'zh-cn': zh, en })

/** The pages of the member centre, in their order, with the calls that are rights of their own. A rule is named like its call. */
const PAGES: readonly Page[] = [
  { name: 'account/overview', icon: 'layout-dashboard', title: words('账户概览', 'Overview') },
  { name: 'study/gather', icon: 'inbox', title: words('我的采集', 'My data') },
  { name: 'study/file', icon: 'image', title: words('文件与照片', 'Files and photos') },
  { name: 'study/query', icon: 'message-square', title: words('质疑', 'Queries') },
  { name: 'study/comment', icon: 'message-square-text', title: words('评论', 'Comments') },
  { name: 'study/signature', icon: 'signature', title: words('签名', 'Signatures') },
  { name: 'study/analysis', icon: 'chart-column', title: words('数据申请', 'Data requests') },
  { name: 'docs', icon: 'book-open', title: words('使用手册', 'User guide') },
  {
    name: 'account/profile',
    icon: 'circle-user-round',
    title: words('个人资料', 'Profile'),
    calls: {
      'account/verification': words('验证邮箱和手机', 'Verify an address'),
      'account/changeBind': words('更换邮箱和手机', 'Change an address'),
    },
  },
  { name: 'account/changePassword', icon: 'key-round', title: words('修改密码', 'Change password') },
  { name: 'account/balance', icon: 'scroll-text', title: words('余额记录', 'Balance') },
  { name: 'account/integral', icon: 'badge-check', title: words('积分记录', 'Points') },
  {
    name: 'account/sessions',
    icon: 'shield-check',
    title: words('登录设备', 'Sessions'),
    calls: { 'account/endSession': words('结束会话', 'End a session') },
  },
]
const FOLDER = { name: 'account', title: words('我的账户', 'My account') }
const DEFAULT_GROUP = '默认分组'

/** Adds the rules that are missing; the first member group, which newcomers join, gets them all, and so does one that held all before. What a person changed stays. */
export const seedMemberCentre = async (ctx: Ctx): Promise<void> => {
  const rows = await ctx.db.query<Rule>('SELECT id, name, parent_id AS "parentId" FROM user_rule')
  const ids = new Map(rows.map((r) => [r.name, r.id]))
  await ctx.engine.write(ctx, async (tx) => {
    const added: Rule[] = []
    const ensure = async (name: string, title: Words, draft: Record<string, unknown> & { parentId?: number }): Promise<number> => {
      const known = ids.get(name)
      if (known !== undefined) return known
      const { id } = await tx.engine.add(tx, 'user.rule', { ...draft, name, title: title['zh-cn'], titleEn: title.en })
      added.push({ id, name, parentId: draft.parentId ?? null })
      ids.set(name, id)
      return id
    }
    const folder = await ensure(FOLDER.name, FOLDER.title, { type: 'menu_dir', path: FOLDER.name, icon: 'circle-user-round' })
    // A new record stands first among its siblings: the last page is added first.
    for (const { name, icon, title, calls = {} } of PAGES.toReversed()) {
      const page = await ensure(name, title, { type: 'menu', path: name, icon, component: name, parentId: folder })
      for (const [call, callTitle] of Object.entries(calls)) await ensure(call, callTitle, { type: 'button', parentId: page })
    }
    await inheritRules(tx, 'user.group', rows, added)
    const [group] = await tx.db.query('SELECT 1 FROM user_group LIMIT 1')
    if (!group) await tx.engine.add(tx, 'user.group', { name: DEFAULT_GROUP, rules: [...ids.values()] })
  })
}
