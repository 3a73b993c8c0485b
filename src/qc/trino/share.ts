import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { openBucket, type BucketAccess } from './s3.ts'

/** Where snapshots are handed over: we write it, all nodes read it. */
export type Share = {
  /** What DuckDB has to be allowed to write to. */
  folders: readonly string[]
  /** What Trino calls the place of a name. */
  locate(name: string): string
  /** `write` fills a folder with files, `aside` is one that may be used on the way. */
  put(name: string, aside: string, write: (folder: string) => Promise<void>, signal?: AbortSignal): Promise<void>
  remove(name: string): Promise<void>
  /** What was put there, and when it was written last. */
  list(): Promise<{ name: string; at: number }[]>
}

/** Nothing was handed over yet: who writes first makes the folder. */
const noFolder = (error: unknown): string[] => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}

/** A folder of this machine, which the nodes have under another name. */
export function folderShare(folder: string, location: string): Share {
  const own = (name: string): string => path.join(folder, name)
  return {
    folders: [folder],
    locate: (name) => `${location.replace(/\/$/, '')}/${name}`,
    put: (name, _, write) => write(own(name)),
    remove: (name) => rm(own(name), { recursive: true, force: true }),
    async list() {
      const names = await readdir(folder).catch(noFolder)
      const found = await Promise.all(names.map(async (name) => ({ name, made: await stat(own(name)).catch(() => undefined) })))
      return found.flatMap(({ name, made }) => (made?.isDirectory() ? [{ name, at: made.mtimeMs }] : []))
    },
  }
}

/** s3://bucket/prefix: files are written here and uploaded. */
export function bucketShare(location: string, access: BucketAccess): Share {
  const { hostname: bucket, pathname } = new URL(location)
  const prefix = pathname.replace(/^\/|\/$/g, '')
  const key = (name: string): string => [prefix, name].filter(Boolean).join('/')
  const store = openBucket(bucket, access)
  return {
    folders: [],
    locate: (name) => `s3://${bucket}/${key(name)}`,
    async put(name, aside, write, signal) {
      const folder = path.join(aside, name)
      try {
        await write(folder)
        for (const file of await readdir(folder)) await store.put(`${key(name)}/${file}`, path.join(folder, file), signal)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    async remove(name) {
      for (const { key: one } of await store.list(`${key(name)}/`)) await store.remove(one)
    },
    async list() {
      const start = prefix === '' ? 0 : prefix.length + 1
      const found = new Map<string, number>()
      for (const { key: one, at } of await store.list(prefix === '' ? '' : `${prefix}/`)) {
        const name = one.slice(start).replace(/\/.*/s, '')
        found.set(name, Math.max(at, found.get(name) ?? 0))
      }
      return [...found].map(([name, at]) => ({ name, at }))
    },
  }
}
