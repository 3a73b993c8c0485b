import { create } from 'zustand'

export type ToastKind = 'error' | 'success' | 'info' | 'warning'
export type Toast = {
  id: number
  kind: ToastKind
  text: string
  requestId: string | null
  duration: number
  action?: ToastAction | undefined
}
/** Something that can still be done about it. */
export type ToastAction = { label: string; run(): void }

/** Whoever wants to undo something has to notice it first. */
const ACTION_MS = 10_000
const durations: Record<ToastKind, number> = { error: 20_000, warning: 8_000, success: 3_000, info: 3_000 }

type ToastState = { items: Toast[]; add(toast: Omit<Toast, 'id'>): void; remove(id: number): void }

let next = 0
export const useToasts = create<ToastState>()((set) => ({
  items: [],
  // The same text twice (20 calls failing at once) stays one toast, with its time starting again.
  add: (toast) =>
    set((s) => ({ items: [...s.items.filter((t) => t.text !== toast.text || t.kind !== toast.kind), { ...toast, id: ++next }].slice(-5) })),
  remove: (id) => set((s) => ({ items: s.items.filter((t) => t.id !== id) })),
}))

const show =
  (kind: ToastKind) =>
  (text: string, extra: { requestId?: string | null; duration?: number; action?: ToastAction } = {}): void =>
    useToasts.getState().add({
      kind,
      text,
      requestId: extra.requestId ?? null,
      duration: extra.duration ?? Math.max(durations[kind], extra.action ? ACTION_MS : 0),
      action: extra.action,
    })

export const toast = { error: show('error'), success: show('success'), info: show('info'), warning: show('warning') }
