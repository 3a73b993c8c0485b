import { defineResource, f } from '#kernel'

export const userRule = defineResource('user.rule', {
  menu: { group: 'user', icon: 'menu', order: 30 },
  label: 'title',
  labelIn: { en: 'titleEn' },
  fields: {
    type: f.radio({ options: ['route', 'menu_dir', 'menu', 'button'], default: 'menu' }),
    title: f.string({ required: true, max: 50, search: true }),
    titleEn: f.string({ required: true, max: 50, search: true }),
    name: f.string({ required: true, max: 100, pattern: 'rule', unique: true, search: true }),
    path: f.string({ max: 200 }),
    icon: f.icon({ default: 'file' }),
    menuType: f.radio({ options: ['tab', 'link', 'iframe'], default: 'tab', when: { type: ['menu'] } }),
    url: f.string({ max: 500, pattern: 'url', required: true, when: { type: ['menu'], menuType: ['link', 'iframe'] } }),
    component: f.string({ max: 100, when: { type: ['menu', 'route'], menuType: ['tab'] } }),
    status: f.switch({ default: true }),
    remark: f.textarea({ max: 255 }),
  },
  traits: ['timestamps', 'tree', 'sortable', 'audited'],
  list: { columns: ['title', 'icon', 'name', 'type', 'status', 'updatedAt'], sort: '-weigh', filters: ['type', 'status'] },
  form: ['parentId', 'type', ['title', 'titleEn'], ['name', 'path'], 'icon', 'menuType', 'url', 'component', 'status', 'remark'],
})
