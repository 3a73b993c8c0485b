import { create } from 'zustand'

type Overlay = { count: number; text: string; open(text?: string): void; close(): void }

/** Counts the calls that asked for the overlay; it disappears with the last one. */
export const useOverlay = create<Overlay>()((set) => ({
  count: 0,
  text: '',
  open: (text = '') => set((s) => ({ count: s.count + 1, text: text || s.text })),
  close: () => set((s) => (s.count <= 1 ? { count: 0, text: '' } : { count: s.count - 1 })),
}))
