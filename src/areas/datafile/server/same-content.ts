import { Refusal } from '#kernel'
import type { Words } from '#kernel'
import type { Ctx } from '#server'
import { datafile } from '../index.ts'

/** A version somewhere that holds the very same bytes. */
export type Same = { datafile: number; number: number; name: string }
const MOST = 20
const SHOWN = 5
const OTHERS = `SELECT v.datafile, v.number, d.name FROM datafile_version v JOIN datafile d ON d.id = v.datafile AND d.deleted_at IS NULL
  WHERE v.sha256 = $1 AND NOT (v.datafile = $2 AND v.number = $3) AND ($4::bigint IS NULL OR d.subject = $4)
  ORDER BY v.datafile = $2 DESC, v.id LIMIT ${MOST}`

/** Whether this person sees that file: of others they are told nothing, not even that they are there. */
const sees = (ctx: Ctx, id: number): Promise<boolean> =>
  ctx.engine.get({ ...ctx, departments: [] }, datafile.name, id).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false
      throw error
    },
  )

type Own = { id: number; number: number; sha256: string }
/** Where else the bytes of a version are kept, as far as this person sees it; those of the same file first. `subject`: among the files of that one. */
export const sameContent = async (ctx: Ctx, own: Own, { subject = null }: { subject?: number | null } = {}): Promise<Same[]> => {
  const seen = new Map<number, boolean>()
  const found: Same[] = []
  for (const one of await ctx.db.query<Same>(OTHERS, [own.sha256, own.id, own.number, subject])) {
    if (!seen.has(one.datafile)) seen.set(one.datafile, await sees(ctx, one.datafile))
    if (seen.get(one.datafile) && found.length < SHOWN) found.push(one)
  }
  return found
}

/** What whoever sent it is told. `isKept`: there was nothing to store. */
export const saidSame = ({ number, name }: Same, isKept: boolean): Words => ({
  'zh-cn': isKept ? `内容与“${name}”第 ${number} 版相同，没有建立新版本` : `内容与“${name}”第 ${number} 版相同`,
  en: isKept
    ? `The content is the same as “${name}”, version ${number}; no new version was added`
    : `The content is the same as “${name}”, version ${number}`,
})
