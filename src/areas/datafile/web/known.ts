import { request } from '#web/api/request.ts'
import { folderOf } from '#web/upload/fingerprint.ts'
import { datafile } from '../index.ts'

/** A file that is here already: with the same content, or under the same name. `index`: which of those that somebody is about to send. */
export type Known = { index: number; id: number; name: string; number: number; size: number | null; at: string; isSame: boolean }

const AT_ONCE = 200
/** So much of one file is read before it is sent; of a larger one its name alone tells. */
const HASHED = 64 * 1024 ** 2

const hashOf = async (file: File): Promise<string | null> => {
  // Outside of https a browser computes none.
  if (file.size > HASHED || !globalThis.crypto?.subtle) return null
  const bytes = await file.arrayBuffer().catch(() => null)
  if (!bytes) return null
  return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What of these files is here already. Where that cannot be asked, they are sent like any others. */
export const findKnown = async (files: readonly File[], onSeen: (count: number) => void): Promise<Known[]> => {
  const all: Known[] = []
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const asked: { name: string; folder: string; sha256: string | null }[] = []
    for (const file of files.slice(at, at + AT_ONCE)) {
      onSeen(at + asked.length)
      asked.push({ name: file.name, folder: folderOf(file), sha256: await hashOf(file) })
    }
    const question = { url: `/admin/${datafile.name}/known`, method: 'POST', data: { files: asked } } as const
    const list = await request<{ list: Known[] }>({ ...question, showError: false, cancelDuplicate: false }).then(
      ({ data }) => data.list,
      () => [],
    )
    all.push(...list.map((one) => ({ ...one, index: one.index + at })))
  }
  return all
}
