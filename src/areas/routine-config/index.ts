import { defineResource, f } from '#kernel'

export const routineConfig = defineResource('routine.config', {
  menu: { group: 'routine', icon: 'setting', order: 10 },
  label: 'title',
  fields: {
    group: f.string({ required: true, max: 30, pattern: 'identifier' }),
    name: f.string({ required: true, max: 50, pattern: 'identifier', unique: true, immutable: true, search: true }),
    title: f.string({ required: true, max: 60, search: true }),
    titleEn: f.string({ required: true, max: 60, search: true }),
    tip: f.string({ max: 255 }),
    tipEn: f.string({ max: 255 }),
    kind: f.select({
      // prettier-ignore
      options: ['string', 'number', 'float', 'integer', 'date', 'time', 'dateTime', 'year', 'switch', 'array', 'file', 'image', 'images', 'select', 'radio', 'checkbox', 'city', 'textarea', 'richText', 'icon', 'color', 'password', 'code'],
      default: 'string',
    }),
    options: f.textarea({ max: 5000, required: true, when: { kind: ['select', 'radio', 'checkbox'] } }),
    rule: f.checkbox({ options: ['required', 'account', 'mobile', 'email', 'name', 'identifier', 'code', 'url'] }),
    extend: f.textarea({ max: 2000 }),
    value: f.json({ public: true }),
    deletable: f.switch({ readonly: true, default: true }),
  },
  traits: ['timestamps', 'sortable', 'audited'],
  actions: { save: { on: 'list' } },
  list: {
    columns: ['id', 'group', 'name', 'title', 'kind', 'deletable', 'updatedAt'],
    sort: '-weigh',
    filters: ['group', 'kind'],
  },
  form: [['name', 'group'], ['title', 'titleEn'], ['tip', 'tipEn'], 'kind', 'options', 'rule', 'extend'],
})
