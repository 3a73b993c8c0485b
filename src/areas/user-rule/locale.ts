import { defineLocale } from '#kernel'
import { userRule } from './index.ts'

export default defineLocale(userRule, {
  'zh-cn': {
    title: '会员规则',
    remark: '会员中心的菜单与权限节点。',
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
      status: '启用',
      remark: '备注',
    },
    options: {
      type: { route: '路由', menu_dir: '菜单目录', menu: '菜单项', button: '页面按钮' },
      menuType: { tab: '选项卡', link: '外部链接', iframe: '内嵌页面' },
    },
  },
  en: {
    title: 'Member rules',
    one: 'member rule',
    remark: 'Menus and permission nodes of the member centre.',
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
      status: 'Enabled',
      remark: 'Remark',
    },
    options: {
      type: { route: 'Route', menu_dir: 'Folder', menu: 'Menu item', button: 'Page button' },
      menuType: { tab: 'Tab', link: 'Link', iframe: 'Embedded page' },
    },
  },
})
