import { MessageReceipt, OutboxLink, view } from '#web'
import { mailConfig } from '../index.ts'

export default view(mailConfig, {
  dialogs: { test: { Answer: MessageReceipt } },
  slots: { beside: () => <OutboxLink channel="mail" /> },
})
