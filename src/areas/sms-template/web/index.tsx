import { later, MessageReceipt, view } from '#web'
import { smsTemplate } from '../index.ts'

const TemplateInput = later(
  () => import('./template-input.tsx'),
  (m) => m.default,
)

export default view(smsTemplate, {
  fields: { content: { Input: TemplateInput } },
  dialogs: { test: { Answer: MessageReceipt } },
})
