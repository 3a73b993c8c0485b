import { fail } from '#kernel'
import type { Uploads } from '../model/half.ts'
import type { Registry } from '../model/model.ts'

const SHAPE = /^([a-z][a-zA-Z0-9.]{0,60})(?:\/([1-9]\d{0,14}))?(?:\?([a-z]{1,20}=[1-9]\d{0,14}(?:&[a-z]{1,20}=[1-9]\d{0,14}){0,3}))?$/

/** What a target names: `datafile`, a record of it, `datafile/12`, or what a new one stands for, `datafile?subject=7&visit=3`. */
const partsOf = (target: string) => {
  const [, resource = '', record, about = ''] = SHAPE.exec(target) ?? []
  return { resource, record, about: Object.fromEntries([...new URLSearchParams(about)].map(([name, id]) => [name, Number(id)])) }
}
export const subjectOf = (target: string): { resource: string; record: string } => {
  const { resource, record = '' } = partsOf(target)
  return { resource, record }
}
/** What a new record would stand for, by field. */
export const aboutOf = (target: string): Readonly<Record<string, number>> => partsOf(target).about

type Target = { uploads: Uploads; record: number | null; about: Readonly<Record<string, number>> }
/** Where a file may go: to a resource that takes files or to a record of it. */
export const targetOf = (registry: Registry, target: string): Target => {
  const { resource, record, about } = partsOf(target)
  const uploads = registry.get(resource)?.half?.uploads
  if (!uploads) throw fail('upload.target', { target: target.slice(0, 60) })
  return { uploads, record: record === undefined ? null : Number(record), about }
}
