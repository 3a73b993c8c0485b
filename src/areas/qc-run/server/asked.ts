import * as z from 'zod'
import { Hopeless } from '#server/task/definition.ts'
import type { Db } from '#server/db/database.ts'
import { secretsIn, type Secret } from '#study/record/secret.ts'
import { snapshotForms, type SnapshotForm } from '#study/record/snapshot.ts'
import { namedParameters, parametersOf, type InForce } from '#study/parameter/in-force.ts'
import { overridesOf, type Override } from '#study/parameter/override.ts'
import { hospitalDay } from '#server/zone.ts'
import { readRecheck } from './recheck.ts'

const remoteShape = z.object({ catalog: z.string(), schema: z.string(), table: z.string(), row: z.string().exactOptional() })

type Row = {
  id: number
  title: string
  study: number | null
  form: number | null
  set: number | null
  asked: unknown
  datafile: number | null
  sha256: string | null
  name: string | null
  remote: unknown
  called: string | null
}
const ASKED = `SELECT r.id, r.title, r.study, r.form, r."set", r.asked, r.datafile, v.sha256, v.name, d.remote, d.name AS called FROM qc_run r
  LEFT JOIN datafile_version v ON v.id = r.file_version LEFT JOIN datafile d ON d.id = r.datafile WHERE r.id = $1 FOR UPDATE OF r`

export type OfFile = { kind: 'file'; datafile: number; sha256: string; name: string; secret: readonly Secret[] }
/** A table that lies in Trino. */
export type OfRemote = { kind: 'remote'; datafile: number; name: string; secret: readonly Secret[]; table: z.infer<typeof remoteShape> }
/** `judged`: the forms that it is about, of all that there are. */
export type OfRecords = { kind: 'records'; study: number; dictionary: number; forms: readonly SnapshotForm[]; judged: readonly number[] }
/** What a run was asked for, with the rules that are in force as it begins. */
export type Asked = {
  id: number
  title: string
  study: number | null
  /** Only what open findings ask for again. */
  isRecheck: boolean
  rules: InForce[]
  /** What differs from them at sites and in gather projects on this day; a file names no site. */
  overrides: readonly Override[]
  subject: OfFile | OfRemote | OfRecords
}

const recordsOf = async (db: Db, study: number, wanted: readonly number[]): Promise<OfRecords> => {
  const published = await snapshotForms(db, study)
  if (!published) throw new Hopeless({ 'zh-cn': '研究没有已发布的数据字典', en: 'The study has no published dictionary' })
  const judged = published.forms.map(({ id }) => id).filter((id) => wanted.length === 0 || wanted.includes(id))
  return { kind: 'records', study, ...published, judged }
}

/** Held: what joins a waiting re-check has joined, or comes too late and begins another. */
export const readAsked = async (db: Db, run: number): Promise<Asked> => {
  const [row] = await db.query<Row>(ASKED, [run])
  if (!row) throw new Hopeless({ 'zh-cn': '这次运行已不存在', en: 'The run is gone' })
  const { id, title, study, form, set, datafile, sha256, name } = row
  const recheck = readRecheck(row.asked)
  const rules = recheck ? await namedParameters(db, recheck.parameters, study ?? 0) : await parametersOf(db, set ?? 0, study)
  const head = { id, title, study, isRecheck: recheck !== null, rules }
  if (datafile !== null && sha256 !== null && name !== null)
    return { ...head, overrides: [], subject: { kind: 'file', datafile, sha256, name, secret: await secretsIn(db, datafile) } }
  const remote = remoteShape.safeParse(row.remote)
  if (datafile !== null && remote.success) {
    const of = { datafile, name: row.called ?? '', secret: await secretsIn(db, datafile) }
    return { ...head, overrides: [], subject: { kind: 'remote', ...of, table: remote.data } }
  }
  if (study === null) throw new Hopeless({ 'zh-cn': '这次运行没有要检查的数据', en: 'The run is about nothing' })
  const wanted = recheck ? recheck.pairs.map((pair) => pair.form) : form === null ? [] : [form]
  return { ...head, overrides: await overridesOf(db, study, rules, hospitalDay()), subject: await recordsOf(db, study, wanted) }
}
