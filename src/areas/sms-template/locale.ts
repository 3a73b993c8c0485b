import { defineLocale } from '#kernel'
import { smsTemplate } from './index.ts'

export default defineLocale(smsTemplate, {
  'zh-cn': {
    title: '短信模板',
    remark: '会员注册、找回密码等使用的短信。标识是发送时的 template_code。',
    fields: {
      title: '标题',
      code: '唯一标识',
      template: '服务商模板编号',
      gatewayTemplates: '各服务商的模板编号',
      content: '内容',
      variables: '变量',
      status: '启用',
    },
    actions: { test: '测试发送' },
    inputs: { mobile: '手机号码' },
    help: {
      content: '点击变量插入到光标处。长短信按 67 个字一条计费（不含签名）',
      gatewayTemplates: '键为 aliyun、tencent、qiniu 或 yunpian，值为模板编号；没有列出的服务商使用上面的编号',
    },
    errors: { unknownVariable: '没有启用的变量：{names}', unknownGateway: '没有这个服务商：{names}' },
  },
  en: {
    title: 'SMS templates',
    one: 'SMS template',
    remark: 'The messages for registration, password retrieval and the like. The code is what a sender names as template_code.',
    fields: {
      title: 'Title',
      code: 'Code',
      template: 'Provider template id',
      gatewayTemplates: 'Template ids per gateway',
      content: 'Content',
      variables: 'Variables',
      status: 'Enabled',
    },
    actions: { test: 'Send a test SMS' },
    inputs: { mobile: 'Mobile number' },
    help: {
      content: 'Click a variable to put it at the cursor. Long messages are billed per 67 characters (signature not counted)',
      gatewayTemplates: 'The key is aliyun, tencent, qiniu or yunpian, the value its template id; gateways not listed use the id above',
    },
    errors: {
      unknownVariable: 'There is no enabled variable {names}',
      unknownGateway: 'There is no gateway {names}',
    },
  },
})
