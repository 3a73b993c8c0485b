import { create } from 'zustand'

const key = 'group'

/** The chosen department, sent with every call; 0 = all that I may see. */
export const currentGroup = (): string => localStorage.getItem(key) || '0'

export const useGroup = create<{ group: string }>()(() => ({ group: currentGroup() }))

export const chooseGroup = (id: number): void => {
  localStorage.setItem(key, String(id))
  useGroup.setState({ group: String(id) })
}
