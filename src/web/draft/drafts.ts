import { create } from 'zustand'
import { readDrafts, removeDrafts, removeDraftsOf, storeDrafts } from './database.ts'
import type { Draft, KeptSide, Typed } from './draft.ts'

type Audience = 'admin' | 'user'
type Drafts = { owner: string; kept: readonly Draft[] }

/** What was kept for the person who is signed in, by audience: a member and an admin may sit in one browser. */
export const useDrafts = create<Record<Audience, Drafts>>()(() => ({ admin: { owner: '', kept: [] }, user: { owner: '', kept: [] } }))

/** Forms with unsaved changes. They stay listed while their tab is hidden, where no effect of theirs runs. */
const open: Record<Audience, Map<string, () => Typed | null>> = { admin: new Map(), user: new Map() }

const SIGNED_OUT = 'signedOut'
const ownerOf = (audience: Audience, id: number): string => `${audience} ${id}`
/** Signing out forgets what was typed, in every window: the next person sits at this computer. */
const hasSignedOut = (owner: string): boolean => localStorage.getItem(SIGNED_OUT) === owner

/** A browser that keeps nothing (private window, full disk) must not keep anybody from signing in or out. */
const tried = async <T>(work: Promise<T>, otherwise: T): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<T>((resolve) => (timer = setTimeout(resolve, 2000, otherwise)))
  try {
    return await Promise.race([work, patience])
  } catch (error) {
    console.warn('[draft]', error)
    return otherwise
  } finally {
    clearTimeout(timer)
  }
}

/** Before the first page: what this person has left here. */
export const loadDrafts = async (audience: Audience, id: number): Promise<void> => {
  const owner = ownerOf(audience, id)
  if (hasSignedOut(owner)) localStorage.removeItem(SIGNED_OUT)
  useDrafts.setState({ [audience]: { owner, kept: await tried(readDrafts(owner), []) } })
}

/** The session ends: what is typed in any form of this window is kept. Answers how many forms that were. */
export const keepDrafts = async (audience: Audience): Promise<number> => {
  const { owner } = useDrafts.getState()[audience]
  const typed = [...open[audience].values()].flatMap((read) => read() ?? [])
  open[audience].clear()
  if (!owner || hasSignedOut(owner)) return 0
  const now = Date.now()
  const drafts = typed.map((one) => ({ ...one, owner, at: now }))
  return tried(
    storeDrafts(drafts).then(() => drafts.length),
    0,
  )
}

export const forgetDrafts = async (audience: Audience): Promise<void> => {
  const { owner } = useDrafts.getState()[audience]
  if (!owner) return
  localStorage.setItem(SIGNED_OUT, owner)
  open[audience].clear()
  useDrafts.setState({ [audience]: { owner, kept: [] } })
  await tried(removeDraftsOf(owner), undefined)
}

export const followForm = (audience: Audience, key: string, read: () => Typed | null): void => void open[audience].set(key, read)
export const leaveForm = (audience: Audience, key: string): void => void open[audience].delete(key)

/** As it is typed, for whoever may lose the line or the page at any moment. */
export const keepDraft = async (audience: Audience, typed: Typed): Promise<void> => {
  const { owner, kept } = useDrafts.getState()[audience]
  if (!owner || hasSignedOut(owner)) return
  const draft = { ...typed, owner, at: Date.now() }
  useDrafts.setState({ [audience]: { owner, kept: [...kept.filter(({ key }) => key !== typed.key), draft] } })
  await tried(storeDrafts([draft]), undefined)
}

/** It was saved, or the person does not want it any more. */
export const dropDraft = (audience: Audience, key: string): void => {
  leaveForm(audience, key)
  const { owner, kept } = useDrafts.getState()[audience]
  if (!kept.some((draft) => draft.key === key)) return
  useDrafts.setState({ [audience]: { owner, kept: kept.filter((draft) => draft.key !== key) } })
  void tried(removeDrafts([{ owner, key }]), undefined)
}

export const draftAt = (audience: Audience, key: string): Draft | undefined =>
  useDrafts.getState()[audience].kept.find((draft) => draft.key === key)

/** The form that stood beside this list or record when the session ended. */
export const keptSide = (path: string, resource: string, place: string): KeptSide['opened'] | undefined =>
  useDrafts.getState().admin.kept.find((d) => d.path === path && d.side?.resource === resource && d.side.place === place)?.side?.opened
