import { create } from 'zustand'

type Panel = 'settings' | 'palette' | 'keys'
type Panels = Record<Panel, boolean> & { open(panel: Panel): void; close(panel: Panel): void }

/** Panels that lie over the page; each one's code loads when it first opens. */
export const usePanels = create<Panels>()((set) => ({
  settings: false,
  palette: false,
  keys: false,
  open: (panel) => set({ [panel]: true }),
  close: (panel) => set({ [panel]: false }),
}))
