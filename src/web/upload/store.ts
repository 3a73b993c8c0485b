import { create } from 'zustand'

/** `left`: begun before this window was opened; whoever wants to go on chooses the file again. */
export type SendingState = 'waiting' | 'sending' | 'paused' | 'done' | 'failed' | 'left'
/** A file on its way. `speed` in bytes a second, over the last moments. */
export type Sending = {
  key: number
  name: string
  /** Where it lay, if it came with its folder. */
  folder: string
  size: number
  sent: number
  speed: number
  state: SendingState
  error: string | null
  /** Of the upload on the server, once there is one. */
  id: string | null
  /** Of what was left: where it goes, and what tells whether a file is the one that was begun; null if nothing does. */
  left: { target: string; mark: string | null } | null
  /** What its receiver says of it, and the record that shows it. */
  told: { text: string; resource: string; record: number } | null
}

type Uploads = {
  items: readonly Sending[]
  add(item: Sending): void
  change(key: number, part: Partial<Sending>): void
  remove(key: number): void
}

let last = 0
export const nextKey = (): number => ++last

/** Stays while pages come and go: an upload belongs to the window, not to the page that began it. */
export const useUploads = create<Uploads>()((set) => ({
  items: [],
  add: (item) => set((s) => ({ items: [...s.items, item] })),
  change: (key, part) => set((s) => ({ items: s.items.map((item) => (item.key === key ? { ...item, ...part } : item)) })),
  remove: (key) => set((s) => ({ items: s.items.filter((item) => item.key !== key) })),
}))
