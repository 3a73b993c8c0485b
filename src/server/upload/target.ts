import { fail } from '#kernel'
import type { Uploads } from '../model/half.ts'
import type { Registry } from '../model/model.ts'

const SHAPE = /^([a-z][a-zA-Z0-9.]{0,60})(?:\/([1-9]\d{0,14}))?$/

/** Where a file may go: to a resource that takes files, `datafile`, or to a record of it, `datafile/12`. */
export const targetOf = (registry: Registry, target: string): { uploads: Uploads; record: number | null } => {
  const [, name = '', record] = SHAPE.exec(target) ?? []
  const uploads = registry.get(name)?.half?.uploads
  if (!uploads) throw fail('upload.target', { target: target.slice(0, 60) })
  return { uploads, record: record === undefined ? null : Number(record) }
}
