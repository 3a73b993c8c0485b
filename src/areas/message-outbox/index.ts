import { defineResource, f } from '#kernel'

export const messageOutbox = defineResource('message.outbox', {
  menu: { group: 'message', icon: 'inbox', order: 50 },
  label: 'subject',
  fields: {
    channel: f.select({ options: ['sms', 'mail'], default: 'sms' }),
    recipient: f.string({ required: true, max: 100, search: true }),
    purpose: f.string({ required: true, max: 50, search: true }),
    subject: f.string({ max: 200, search: true }),
    body: f.textarea({ max: 5000 }),
    /** What went with it: its name, size and hash. The content stays where its readers are known. */
    file: f.string({ max: 200, search: true }),
    fileSize: f.integer({ unit: 'B' }),
    fileHash: f.string({ max: 64 }),
    status: f.select({ options: ['sending', 'sent', 'local', 'failed'], default: 'sending' }),
    provider: f.string({ max: 30 }),
    receipt: f.string({ max: 200 }),
    attempts: f.integer({ default: 0 }),
    error: f.string({ max: 500 }),
    sentAt: f.dateTime(),
  },
  traits: ['timestamps', 'readonly', 'exportable'],
  indexes: [['createdAt']],
  list: {
    columns: ['createdAt', 'channel', 'recipient', 'purpose', 'subject', 'status', 'provider', 'attempts', 'error', 'file', 'body'],
    sort: '-id',
    filters: ['channel', 'recipient', 'status', 'provider', 'createdAt'],
  },
})
