import { create } from 'zustand'

type Panels = { settings: boolean; palette: boolean; open(panel: 'settings' | 'palette'): void; close(panel: 'settings' | 'palette'): void }

/** Panels that lie over the page; each one's code loads when it first opens. */
export const usePanels = create<Panels>()((set) => ({
  settings: false,
  palette: false,
  open: (panel) => set({ [panel]: true }),
  close: (panel) => set({ [panel]: false }),
}))
