import { defineLocale } from '#kernel'
import { smsVariable } from './index.ts'

export default defineLocale(smsVariable, {
  'zh-cn': {
    title: '短信变量',
    remark: '模板里用 ${变量名} 引用。取值只能来自固定的安全来源，不执行 SQL 或代码。',
    fields: { title: '标题', name: '变量名', source: '取值来源', value: '固定内容', status: '启用', templates: '使用的模板' },
    options: {
      source: {
        literal: '固定内容',
        code: '验证码',
        minutes: '有效分钟数',
        siteName: '站点名称',
        date: '当前日期',
        time: '当前时间',
        recipient: '收信号码（脱敏）',
        count: '未读消息数',
      },
    },
  },
  en: {
    title: 'SMS variables',
    one: 'SMS variable',
    remark: 'Templates refer to them as ${name}. A value comes from a fixed list of safe sources: no SQL, no code.',
    fields: { title: 'Title', name: 'Name', source: 'Source', value: 'Fixed text', status: 'Enabled', templates: 'Used by templates' },
    options: {
      source: {
        literal: 'Fixed text',
        code: 'Verification code',
        minutes: 'Minutes until it expires',
        siteName: 'Site name',
        date: 'Today’s date',
        time: 'Current time',
        recipient: 'Recipient (masked)',
        count: 'Number of unread news',
      },
    },
  },
})
