import { defineLocale } from '#kernel'
import { authRule } from './index.ts'

export default defineLocale(authRule, {
  'zh-cn': {
    title: '菜单规则',
    remark: '菜单与权限节点。新区域的节点随启动自动补齐，这里可以改名、排序、停用，或新建外链与内嵌页面。',
    fields: {
      type: '类型',
      title: '中文标题',
      titleEn: '英文标题',
      name: '规则名称',
      path: '路由路径',
      icon: '图标',
      menuType: '菜单类型',
      url: '网址',
      component: '组件',
      extend: '扩展属性',
      remark: '备注',
      keepalive: '缓存',
      status: '启用',
    },
    options: {
      type: { menu_dir: '菜单目录', menu: '菜单项', button: '页面按钮' },
      menuType: { tab: '选项卡', link: '外部链接', iframe: '内嵌页面' },
      extend: { none: '无', add_rules_only: '只作为路由', add_menu_only: '只作为菜单' },
    },
    help: { name: '也是权限节点，例如 auth/admin/edit', component: '对象名称，例如 auth.admin' },
  },
  en: {
    title: 'Menu rules',
    one: 'menu rule',
    remark:
      'Menus and permission nodes. Nodes of new areas appear by themselves; rename, sort or disable them here, or add links and embedded pages.',
    fields: {
      type: 'Type',
      title: 'Chinese title',
      titleEn: 'English title',
      name: 'Rule name',
      path: 'Route path',
      icon: 'Icon',
      menuType: 'Menu type',
      url: 'Address',
      component: 'Component',
      extend: 'Extension',
      remark: 'Remark',
      keepalive: 'Keep alive',
      status: 'Enabled',
    },
    options: {
      type: { menu_dir: 'Folder', menu: 'Menu item', button: 'Page button' },
      menuType: { tab: 'Tab', link: 'Link', iframe: 'Embedded page' },
      extend: { none: 'None', add_rules_only: 'Route only', add_menu_only: 'Menu only' },
    },
    help: { name: 'Also the permission node, for example auth/admin/edit', component: 'The name of a resource, for example auth.admin' },
  },
})
