import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { followOtherWindows, plainStorage } from './storage.ts'

export type AdminInfo = {
  id: number
  username: string
  nickname: string
  avatar: string
  lastlogintime: string
  token: string
  refreshToken: string
  b_rules: Record<string, unknown>
  super: boolean
}

const nobody: AdminInfo = {
  id: 0,
  username: '',
  nickname: '',
  avatar: '',
  lastlogintime: '',
  token: '',
  refreshToken: '',
  b_rules: {},
  super: false,
}

type AdminState = AdminInfo & {
  take(info: Partial<AdminInfo>): void
  clear(): void
}

export const useAdmin = create<AdminState>()(
  persist(
    (set) => ({
      ...nobody,
      // The index call carries no tokens: an absent or empty one must not wipe the one we hold.
      take: (info) => set((s) => ({ ...info, token: info.token || s.token, refreshToken: info.refreshToken || s.refreshToken })),
      clear: () => set(nobody),
    }),
    { name: 'adminInfo', storage: plainStorage<AdminInfo>(), partialize: ({ take: _t, clear: _c, ...info }): AdminInfo => info },
  ),
)

followOtherWindows(useAdmin)
