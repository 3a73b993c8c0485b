import { fail } from '#kernel'
import type { Database } from '../db/database.ts'
import { networkOf } from '../network.ts'

/** How often the same thing may be sent, by seconds and count. The keys come from these four facts alone: nothing else in a request counts. */
export const LIMITS = {
  interval: { seconds: 60, count: 1 },
  recipientHour: { seconds: 3600, count: 5 },
  recipientDay: { seconds: 86_400, count: 10 },
  addressHour: { seconds: 3600, count: 30 },
  houseHour: { seconds: 3600, count: 1000 },
} as const
type Facts = { channel: string; recipient: string; event: string; ip: string }

const COUNT = `INSERT INTO attempt AS a (key, failures) VALUES ($1, 1) ON CONFLICT (key) DO UPDATE SET
  failures = CASE WHEN a.since <= now() - make_interval(secs => $2) THEN 1 ELSE least(a.failures + 1, $3 + 1) END,
  since = CASE WHEN a.since <= now() - make_interval(secs => $2) THEN now() ELSE a.since END
RETURNING failures <= $3 AS allowed, greatest(1, ceil(extract(epoch FROM since - now()) + $2))::int AS wait`

/** Takes one from every allowance or, if one is used up, from none. */
export const takeAllowance = async (database: Database, { channel, recipient, event, ip }: Facts): Promise<void> => {
  const who = `${channel}:${recipient.toLowerCase()}`
  const keys: [string, { seconds: number; count: number }][] = [
    [`send:${who}:${event}`, LIMITS.interval],
    [`send:${who}/hour`, LIMITS.recipientHour],
    [`send:${who}/day`, LIMITS.recipientDay],
    [`send@${networkOf(ip)}`, LIMITS.addressHour],
    [`send:${channel}`, LIMITS.houseHour],
  ]
  await database.transaction(async (tx) => {
    for (const [key, { seconds, count }] of keys) {
      const [row] = await tx.query<{ allowed: boolean; wait: number }>(COUNT, [key, seconds, count])
      if (!row!.allowed) throw fail('message.tooSoon', { seconds: row!.wait }, { retryAfter: row!.wait })
    }
  })
}
