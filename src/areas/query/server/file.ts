import { can, fail, refuse, ruleOf } from '#kernel'
import type { Ctx } from '#server'
import type { Handed } from '#study/query/told.ts'
import { placesIn } from '#study/team.ts'
import locale from '../locale.ts'
import type { Place } from './place.ts'

const DELIVERED = `SELECT id, name, number, sha256, size, study, department, sender, gather, datafile FROM gather_delivery WHERE `
type Delivered = {
  id: number
  name: string
  number: number
  sha256: string | null
  size: number | null
  study: number
  department: number | null
  sender: number | null
  gather: number
  datafile: number | null
}
const NEWEST = `SELECT v.number, v.name, v.sha256, v.size, d.name AS file, d.department_id AS department, d.owner_id AS owner, d.subject, d.visit, s.study
  FROM datafile d JOIN datafile_version v ON v.datafile = d.id LEFT JOIN study_subject s ON s.id = d.subject WHERE d.id = $1 ORDER BY v.number DESC LIMIT 1`
type Newest = {
  number: number
  name: string
  sha256: string
  size: number
  file: string
  department: number | null
  owner: number | null
  subject: number | null
  visit: number | null
  study: number | null
}

const NOWHERE = { form: null, record: null, field: null, value: null, findings: [] } as const
const mayIndex = (ctx: Ctx, resource: string): void => {
  if (!can(ctx.actor.rules, ruleOf(resource, 'index'))) throw fail('auth.forbidden')
}

/** What was handed over with a delivery: whoever sent it answers. */
export const placeOfDelivery = async (ctx: Ctx, delivery: number): Promise<Place> => {
  mayIndex(ctx, 'gather.delivery')
  await ctx.engine.get(ctx, 'gather.delivery', delivery)
  const [row] = await ctx.db.query<Delivered>(`${DELIVERED} id = $1`, [delivery])
  if (!row?.sha256) throw refuse(locale, 'noFile')
  const { study, department, sender, datafile, name, number, sha256, size } = row
  const file: Handed = { name, number, sha256, size: size ?? 0, delivery }
  const title = `${name} · #${number}`.slice(0, 200)
  return { ...NOWHERE, title, study, department, subject: null, visit: null, datafile, delivery, file, sender: { user: sender } }
}

/** The newest version of a data file. Its study is that of its subject or of the delivery that took it; of any other whoever asks names it. */
export const placeOfFile = async (ctx: Ctx, datafile: number, given: number | null): Promise<Place> => {
  mayIndex(ctx, 'datafile')
  await ctx.engine.get(ctx, 'datafile', datafile)
  const [file] = await ctx.db.query<Newest>(NEWEST, [datafile])
  if (!file) throw refuse(locale, 'noFile')
  const [taken] = await ctx.db.query<Delivered>(`${DELIVERED} datafile = $1 ORDER BY id DESC LIMIT 1`, [datafile])
  const study = file.study ?? taken?.study ?? given
  if (study === null) throw refuse(locale, 'whichStudy', { name: file.file })
  await ctx.engine.get(ctx, 'study.project', study)
  const { number, sha256, size, subject, visit } = file
  const handed: Handed = { name: file.file, number, sha256, size, datafile }
  return {
    ...NOWHERE,
    title: `${file.file} · v${number}`.slice(0, 200),
    study,
    department: taken?.department ?? file.department,
    subject,
    visit,
    datafile,
    delivery: null,
    file: handed,
    sender: { user: taken?.sender ?? null, admin: await coordinates(ctx, study, file.owner) },
  }
}

/** An admin who brought the file and answers for data of the study. */
const coordinates = async (ctx: Ctx, study: number, admin: number | null): Promise<number | null> => {
  if (admin === null) return null
  const owner = { kind: 'admin', id: admin, rules: {}, scope: { all: false, departments: [] } } as const
  return (await placesIn(ctx.db, owner, study)).some(({ role }) => role === 'coordinator') ? admin : null
}
