const key = 'ba_account'

type Remembered = { admin?: string; user?: string }

const read = (): Remembered => {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Remembered
  } catch {
    return {}
  }
}

/** The account name last used here by someone who asked to stay signed in. Never a password. */
export const rememberedAccount = (audience: 'admin' | 'user'): string => read()[audience] ?? ''

export const rememberAccount = (audience: 'admin' | 'user', name: string): void =>
  localStorage.setItem(key, JSON.stringify({ ...read(), [audience]: name || undefined }))
