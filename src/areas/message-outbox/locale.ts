import { defineLocale } from '#kernel'
import { messageOutbox } from './index.ts'

export default defineLocale(messageOutbox, {
  'zh-cn': {
    title: '发件箱',
    none: '还没有消息',
    remark: '系统写出的短信和邮件。由服务商真实发出的，验证码不留存；只进本地发件箱的，可在这里查看。',
    fields: {
      channel: '通道',
      recipient: '收件人',
      purpose: '用途',
      subject: '主题',
      body: '内容',
      file: '附件',
      fileSize: '附件大小',
      fileHash: '附件 SHA-256',
      status: '状态',
      provider: '服务商',
      receipt: '回执编号',
      attempts: '尝试次数',
      error: '错误',
      sentAt: '发出时间',
    },
    options: {
      channel: { sms: '短信', mail: '邮件' },
      status: { sending: '发送中', sent: '已发送', local: '仅存本地，未发出', failed: '失败' },
    },
  },
  en: {
    title: 'Outbox',
    none: 'No messages yet',
    remark:
      'Messages that the system wrote. What a provider delivered is kept without its code; what stayed in the local outbox was not sent and can be read here.',
    fields: {
      channel: 'Channel',
      recipient: 'Recipient',
      purpose: 'Purpose',
      subject: 'Subject',
      body: 'Body',
      file: 'Attachment',
      fileSize: 'Size of the attachment',
      fileHash: 'SHA-256 of the attachment',
      status: 'Status',
      provider: 'Provider',
      receipt: 'Receipt',
      attempts: 'Attempts',
      error: 'Error',
      sentAt: 'Sent',
    },
    options: {
      channel: { sms: 'SMS', mail: 'Mail' },
      status: { sending: 'Sending', sent: 'Sent', local: 'Local only, not sent', failed: 'Failed' },
    },
  },
})
