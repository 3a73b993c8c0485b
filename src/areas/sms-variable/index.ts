import { defineResource, f } from '#kernel'

export const smsVariable = defineResource('sms.variable', {
  menu: { group: 'message', icon: 'variable', order: 30 },
  label: 'name',
  fields: {
    title: f.string({ required: true, max: 50, search: true }),
    name: f.string({ required: true, max: 30, pattern: 'identifier', unique: true, search: true }),
    source: f.select({ options: ['literal', 'code', 'minutes', 'siteName', 'date', 'time', 'recipient', 'count'], default: 'literal' }),
    value: f.string({ max: 200, required: true, when: { source: ['literal'] } }),
    status: f.switch({ default: true }),
  },
  counts: { templates: { of: 'sms.template', by: 'variables', many: true } },
  traits: ['timestamps', 'audited'],
  list: { columns: ['title', 'name', 'source', 'value', 'templates', 'status', 'updatedAt'], sort: 'id', filters: ['source', 'status'] },
  form: [['title', 'name'], 'source', 'value', 'status'],
})
