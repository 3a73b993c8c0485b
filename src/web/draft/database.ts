import type { Draft } from './draft.ts'

const STORE = 'draft'
const KEPT_FOR = 7 * 24 * 60 * 60 * 1000

let opened: Promise<IDBDatabase> | undefined
/** One connection for the page: whoever types and closes the window at once does not wait for another. */
const open = (): Promise<IDBDatabase> =>
  (opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open('drafts', 1)
    const forget = () => (opened = undefined)
    asked.onupgradeneeded = () => void asked.result.createObjectStore(STORE, { keyPath: ['owner', 'key'] })
    asked.onsuccess = () => {
      const database = asked.result
      // The browser clears its storage, or another window needs the database for itself.
      database.onclose = forget
      database.onversionchange = () => {
        forget()
        database.close()
      }
      resolve(database)
    }
    asked.onerror = () => {
      forget()
      reject(asked.error)
    }
  }))

/** One transaction, and what it asked for once it is on disk. */
const within = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T> | void): Promise<T | undefined> => {
  const database = await open()
  return new Promise<T | undefined>((resolve, reject) => {
    const transaction = database.transaction(STORE, mode)
    const asked = work(transaction.objectStore(STORE))
    transaction.oncomplete = () => resolve(asked ? asked.result : undefined)
    transaction.onabort = () => reject(transaction.error)
    // Said at once: a transaction that waits for its end is given up when the page closes.
    if (mode === 'readwrite') transaction.commit()
  })
}

const all = async (): Promise<Draft[]> => (await within<Draft[]>('readonly', (store) => store.getAll())) ?? []

export const storeDrafts = async (drafts: readonly Draft[]): Promise<void> => {
  if (drafts.length === 0) return
  await within('readwrite', (store) => {
    for (const draft of drafts) store.put(draft)
  })
}
export const removeDrafts = async (drafts: readonly Pick<Draft, 'owner' | 'key'>[]): Promise<void> => {
  if (drafts.length === 0) return
  await within('readwrite', (store) => {
    for (const { owner, key } of drafts) store.delete([owner, key])
  })
}
/** What is older than seven days goes, whoever it belongs to. */
export const readDrafts = async (owner: string, now = Date.now()): Promise<Draft[]> => {
  const found = await all()
  await removeDrafts(found.filter((draft) => draft.at < now - KEPT_FOR))
  return found.filter((draft) => draft.owner === owner && draft.at >= now - KEPT_FOR)
}
export const removeDraftsOf = async (owner: string): Promise<void> => removeDrafts((await all()).filter((draft) => draft.owner === owner))
