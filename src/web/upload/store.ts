import { create } from 'zustand'

export type SendingState = 'waiting' | 'sending' | 'paused' | 'done' | 'failed'
/** A file on its way. `speed` in bytes a second, over the last moments. */
export type Sending = {
  key: number
  name: string
  size: number
  sent: number
  speed: number
  state: SendingState
  error: string | null
  /** What its receiver says of it, and the record that shows it. */
  told: { text: string; resource: string; record: number } | null
}

type Uploads = {
  items: readonly Sending[]
  add(item: Sending): void
  change(key: number, part: Partial<Sending>): void
  remove(key: number): void
}

/** Stays while pages come and go: an upload belongs to the window, not to the page that began it. */
export const useUploads = create<Uploads>()((set) => ({
  items: [],
  add: (item) => set((s) => ({ items: [...s.items, item] })),
  change: (key, part) => set((s) => ({ items: s.items.map((item) => (item.key === key ? { ...item, ...part } : item)) })),
  remove: (key) => set((s) => ({ items: s.items.filter((item) => item.key !== key) })),
}))
