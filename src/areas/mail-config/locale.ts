import { defineLocale } from '#kernel'
import { mailConfig } from './index.ts'

export default defineLocale(mailConfig, {
  'zh-cn': {
    title: '邮件配置',
    remark: '未填服务器时，邮件只进入本地发件箱，不会发出。',
    fields: {
      status: '启用邮件',
      server: 'SMTP 服务器',
      port: '端口',
      security: '加密方式',
      user: '用户名',
      secret: '密码或授权码',
      sender: '发件邮箱',
      senderName: '发件人名称',
      timeout: '超时（秒）',
    },
    options: { security: { ssl: 'SSL/TLS', starttls: 'STARTTLS', none: '不加密' } },
    actions: { test: '发送测试邮件' },
    inputs: { email: '收件邮箱' },
    help: { server: '留空时邮件只进入本地发件箱' },
  },
  en: {
    title: 'Mail configuration',
    remark: 'Without a server, mail goes to the local outbox only and never leaves this system.',
    fields: {
      status: 'Mail enabled',
      server: 'SMTP server',
      port: 'Port',
      security: 'Encryption',
      user: 'User',
      secret: 'Password',
      sender: 'Sender address',
      senderName: 'Sender name',
      timeout: 'Timeout (s)',
    },
    options: { security: { ssl: 'SSL/TLS', starttls: 'STARTTLS', none: 'None' } },
    actions: { test: 'Send a test mail' },
    inputs: { email: 'To' },
    help: { server: 'Blank: mail goes to the local outbox only' },
  },
})
