import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'

/** A name from outside never becomes part of a path; its endings do: among texts, which carry no mark, they decide. */
const endingsOf = (name: string): string => /(?:\.[A-Za-z0-9]{1,10}){0,2}$/.exec(name)?.[0] ?? ''

/** The stored bytes under a name that readers understand, in a folder that is gone afterwards. */
export const withFile = async <T>(folder: string, stored: string, name: string, work: (file: string) => Promise<T>): Promise<T> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const place = await mkdtemp(join(folder, 'file-'))
  const file = join(place, `file${endingsOf(name)}`)
  try {
    await symlink(stored, file)
    return await work(file)
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}
