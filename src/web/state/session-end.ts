import { create } from 'zustand'

type Ended = { typed: boolean }
type SessionEnd = {
  admin: Ended | null
  user: Ended | null
  tell(audience: 'admin' | 'user', ended: Ended | null): void
}

/** Why the sign-in page has opened. It says so until somebody signs in. */
export const useSessionEnd = create<SessionEnd>()((set) => ({
  admin: null,
  user: null,
  tell: (audience, ended) => set({ [audience]: ended }),
}))
