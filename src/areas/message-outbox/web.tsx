import { Delivery, view } from '#web'
import { messageOutbox } from './index.ts'

export default view(messageOutbox, { fields: { status: { Cell: Delivery, width: 130 }, channel: { width: 90 }, attempts: { width: 100 } } })
