import { fail } from '#kernel'
import { takeOne } from '../db/allowance.ts'
import type { Allowance } from '../db/allowance.ts'
import type { Database } from '../db/database.ts'
import { networkOf } from '../network.ts'

/** How often the same thing may be sent, by seconds and count. The keys come from these four facts alone: nothing else in a request counts. */
export const LIMITS = {
  interval: { seconds: 60, count: 1 },
  recipientHour: { seconds: 3600, count: 5 },
  recipientDay: { seconds: 86_400, count: 10 },
  addressHour: { seconds: 3600, count: 30 },
  hospitalHour: { seconds: 3600, count: 1000 },
} as const
type Facts = { channel: string; recipient: string; event: string; ip: string }

/** Takes one from every allowance or, if one is used up, from none. */
export const takeAllowance = async (database: Database, { channel, recipient, event, ip }: Facts): Promise<void> => {
  const who = `${channel}:${recipient.toLowerCase()}`
  const keys: [string, Allowance][] = [
    [`send:${who}:${event}`, LIMITS.interval],
    [`send:${who}/hour`, LIMITS.recipientHour],
    [`send:${who}/day`, LIMITS.recipientDay],
    [`send@${networkOf(ip)}`, LIMITS.addressHour],
    [`send:${channel}`, LIMITS.hospitalHour],
  ]
  await database.transaction(async (tx) => {
    for (const [key, allowance] of keys) {
      const wait = await takeOne(tx, key, allowance)
      if (wait) throw fail('message.tooSoon', { seconds: wait }, { retryAfter: wait })
    }
  })
}
