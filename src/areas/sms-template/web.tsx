import { MessageReceipt, TemplateInput, view } from '#web'
import { smsTemplate } from './index.ts'

export default view(smsTemplate, {
  fields: { content: { Input: TemplateInput } },
  dialogs: { test: { Answer: MessageReceipt } },
})
