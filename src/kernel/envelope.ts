/** Business codes. Everything but `ok` carries a sentence in `msg`. */
export const CODE = { refused: 0, ok: 1, redirect: 302, forbidden: 401, expired: 409 } as const

export type Envelope<T = unknown> = { code: number; msg: string; time: number; data: T }

export const envelope = <T>(code: number, msg: string, data: T): Envelope<T> => ({ code, msg, time: Math.floor(Date.now() / 1000), data })

/** What is to be noticed about cells: record → field → kinds of marks. */
export type Marks = Readonly<Record<number, Readonly<Record<string, readonly string[]>>>>

/** What keeps a record as it is, said to whoever reads it. `isFinal`: nothing more is said about it either. */
export type Held = { readonly why: string; readonly isFinal: boolean }

/** What a list answers. `capped` says that there are more than `total`. */
export type ListPage<Row = Record<string, unknown>> = {
  list: Row[]
  total: number
  capped: boolean
  remark: string
  /** Of a definition made at run time: another one than the page knows means to load it again. */
  revision?: string
  marks?: Marks
}
export type Option = { value: string | number; label: string; disabled?: boolean; parentId?: number | null }
