import { MessageReceipt, OutboxLink, view } from '#web'
import { smsConfig } from '../index.ts'

export default view(smsConfig, {
  dialogs: { test: { Answer: MessageReceipt } },
  slots: { beside: () => <OutboxLink channel="sms" /> },
})
