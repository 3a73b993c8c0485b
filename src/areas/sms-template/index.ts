import { defineResource, f } from '#kernel'

export const smsTemplate = defineResource('sms.template', {
  menu: { group: 'message', icon: 'message-square-text', order: 20 },
  label: 'title',
  fields: {
    title: f.string({ required: true, max: 50, search: true }),
    code: f.string({ required: true, max: 50, pattern: 'identifier', unique: true, search: true }),
    template: f.string({ max: 100 }),
    gatewayTemplates: f.array({ max: 10 }),
    content: f.textarea({ required: true, max: 500 }),
    variables: f.refs('sms.variable', { label: 'title', readonly: true }),
    status: f.switch({ default: true }),
  },
  traits: ['timestamps', 'audited'],
  actions: { test: { on: 'row', icon: 'send', input: { mobile: f.string({ required: true, pattern: 'mobile', max: 11 }) } } },
  list: { columns: ['title', 'code', 'content', 'variables', 'template', 'status', 'updatedAt'], sort: 'id', filters: ['status'] },
  form: [['title', 'code'], 'content', 'template', 'gatewayTemplates', 'status'],
})
