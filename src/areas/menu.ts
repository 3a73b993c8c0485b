import type { Words } from '#kernel'

/** The folders of the menu, in their order. An area names one of these in `menu.group`. */
export const menuGroups = {
  home: { icon: 'dashboard', order: 10, title: { 'zh-cn': '工作台', en: 'Workspace' } },
  study: { icon: 'experiment', order: 20, title: { 'zh-cn': '研究管理', en: 'Studies' } },
  data: { icon: 'database', order: 30, title: { 'zh-cn': '数据管理', en: 'Data' } },
  control: { icon: 'shield-check', order: 40, title: { 'zh-cn': '质控管理', en: 'Quality control' } },
  closing: { icon: 'badge-check', order: 50, title: { 'zh-cn': '核查与锁定', en: 'Verification and lock' } },
  org: { icon: 'apartment', order: 70, title: { 'zh-cn': '组织机构', en: 'Organisation' } },
  auth: { icon: 'safety', order: 80, title: { 'zh-cn': '权限管理', en: 'Access' } },
  user: { icon: 'contacts', order: 90, title: { 'zh-cn': '会员管理', en: 'Members' } },
  message: { icon: 'message', order: 95, title: { 'zh-cn': '消息管理', en: 'Messages' } },
  security: { icon: 'shield-alert', order: 98, title: { 'zh-cn': '数据安全', en: 'Data security' } },
  routine: { icon: 'setting', order: 100, title: { 'zh-cn': '常规管理', en: 'System' } },
} as const satisfies Record<string, { icon: string; order: number; title: Words }>
