import { later, view } from '#web'
import { messageOutbox } from '../index.ts'

const Delivery = later(
  () => import('./delivery.tsx'),
  (m) => m.Delivery,
)

export default view(messageOutbox, { fields: { status: { Cell: Delivery, width: 130 }, channel: { width: 90 }, attempts: { width: 100 } } })
