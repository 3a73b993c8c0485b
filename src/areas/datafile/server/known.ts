import { can, fail, ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Declare } from '#server'
import { Bind } from '#server/db/bind.ts'
import { scopeSql } from '#server/model/scope.ts'
import { datafile } from '../index.ts'

const MOST = 200
const HASH = /^[0-9a-f]{64}$/
type Asked = { name: string; folder: string; sha256: string | null }
type Known = { id: number; name: string; folder: string | null; number: number; size: number | null; sha256: string | null; at: string }

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
const askedIn = ({ body }: Call): Asked[] => {
  const files: unknown = isObject(body) ? body['files'] : undefined
  if (!Array.isArray(files) || files.length > MOST) throw fail('input.badValue', { field: 'files', value: '' })
  const text = (value: unknown, most: number): string => (typeof value === 'string' ? value.slice(0, most) : '')
  return files.filter(isObject).map((one) => {
    const sha256 = text(one['sha256'], 64)
    return { name: text(one['name'], 255), folder: text(one['folder'], 500), sha256: HASH.test(sha256) ? sha256 : null }
  })
}

/** Of one that was chosen alone nobody knows the folder; two that say theirs are the same file in the same one. */
const isNamed = (row: Known, { name, folder }: Asked): boolean =>
  row.name === name && (folder === '' || row.folder === null || row.folder === folder)

/** Of files that somebody is about to send, those that are here already as far as they see it: with the same content, or else under the same name. */
const known = async (call: Call, actor: Actor) => {
  const ctx = { ...(await contextOf(call, actor)), departments: [] }
  const asked = askedIn(call)
  if (!can(actor.rules, ruleOf(datafile.name, 'index'))) return { list: [] }
  const bind = new Bind()
  const names = bind.add(asked.map(({ name }) => name))
  const hashes = bind.add(asked.flatMap(({ sha256 }) => sha256 ?? []))
  const seen = await scopeSql(ctx, ctx.engine.registry.need(datafile.name), bind)
  const rows = await ctx.db.query<Known>(
    `SELECT t.id, t.name, t.folder, t.number, t.size, t.sha256, t.updated_at AS at FROM datafile t WHERE t.deleted_at IS NULL AND t.state <> 'locked' AND t.kind <> 'remote'
      AND (t.name = ANY(${names}::text[]) OR t.sha256 = ANY(${hashes}::text[])) ${seen.map((part) => `AND ${part}`).join(' ')} ORDER BY t.id DESC LIMIT 1000`,
    bind.values,
  )
  return {
    list: asked.flatMap((one, index) => {
      const { sha256 } = one
      const same = sha256 === null ? undefined : rows.find((row) => row.sha256 === sha256)
      const found = same ?? rows.find((row) => isNamed(row, one))
      if (!found) return []
      const { sha256: _, ...file } = found
      return [{ index, ...file, isSame: same !== undefined }]
    }),
  }
}

export const knownRoutes = ({ guarded }: Declare): void =>
  guarded('POST', '/admin/datafile/known', { audience: 'admin', rule: ruleOf(datafile.name, 'upload') }, known)
