import { request } from '../api/request.ts'
import type { Audience } from '../api/session.ts'
import { nextKey, useUploads } from './store.ts'

export const DOORS: Record<Audience, string> = { admin: '/admin/upload', user: '/api/upload' }

type Left = { id: string; name: string; folder: string; target: string; size: number; received: number; mark: string | null }
/** What this person has begun and not ended, here or elsewhere: it counts against their limit, so it is theirs to go on with or to discard. */
export const recall = async (audience: Audience): Promise<void> => {
  const asked = { url: `${DOORS[audience]}/mine`, showError: false, cancelDuplicate: false }
  const list = await request<{ list: readonly Left[] }>(asked).then(
    ({ data }) => data.list,
    () => [],
  )
  const { items, add } = useUploads.getState()
  for (const { id, received, target, mark, ...file } of list) {
    if (items.some((item) => item.id === id)) continue
    add({ ...file, key: nextKey(), id, sent: received, speed: 0, state: 'left', error: null, left: { target, mark }, told: null })
  }
}
