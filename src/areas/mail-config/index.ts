import { defineResource, f } from '#kernel'

export const mailConfig = defineResource('mail.config', {
  menu: { group: 'message', icon: 'mail', order: 40 },
  label: 'server',
  fields: {
    status: f.switch({ default: true }),
    server: f.string({ max: 200 }),
    port: f.integer({ min: 1, max: 65_535, default: 465 }),
    security: f.radio({ options: ['ssl', 'starttls', 'none'], default: 'ssl' }),
    user: f.string({ max: 200 }),
    secret: f.string({ max: 200, secret: true }),
    sender: f.string({ max: 100, pattern: 'email' }),
    senderName: f.string({ max: 50 }),
    timeout: f.integer({ min: 1, max: 60, unit: 's', default: 10 }),
  },
  traits: ['timestamps', 'singleton', 'audited'],
  actions: { test: { on: 'row', icon: 'send', input: { email: f.string({ required: true, pattern: 'email', max: 100 }) } } },
  list: { columns: ['status', 'server', 'port', 'security', 'sender', 'updatedAt'] },
  form: ['status', ['server', 'port'], ['security', 'timeout'], ['user', 'secret'], ['sender', 'senderName']],
})
