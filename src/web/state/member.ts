import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { followOtherWindows, plainStorage } from './storage.ts'

export type MemberInfo = {
  id: number
  username: string
  nickname: string
  email: string
  mobile: string
  avatar: string
  gender: 0 | 1 | 2
  birthday: string | null
  money: string
  score: number
  lastlogintime: string
  lastloginip: string
  jointime: string
  motto: string
  token: string
  refreshToken: string
}

const nobody: MemberInfo = {
  id: 0,
  username: '',
  nickname: '',
  email: '',
  mobile: '',
  avatar: '',
  gender: 0,
  birthday: null,
  money: '0.00',
  score: 0,
  lastlogintime: '',
  lastloginip: '',
  jointime: '',
  motto: '',
  token: '',
  refreshToken: '',
}

type MemberState = MemberInfo & {
  take(info: Partial<MemberInfo>): void
  clear(): void
}

export { isSignedIn } from './signed-in.ts'

export const useMember = create<MemberState>()(
  persist(
    (set) => ({
      ...nobody,
      take: (info) => set((s) => ({ ...info, token: info.token || s.token, refreshToken: info.refreshToken || s.refreshToken })),
      clear: () => set(nobody),
    }),
    { name: 'userInfo', storage: plainStorage<MemberInfo>(), partialize: ({ take: _t, clear: _c, ...info }): MemberInfo => info },
  ),
)

followOtherWindows(useMember)
