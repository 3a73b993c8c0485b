import { writableOf } from '#kernel'
import type { Ctx } from '#server'
import { anew } from '#study/dictionary/content.ts'
import { loadContent } from '#study/dictionary/load.ts'
import { studyProject } from '../index.ts'

type Values = Record<string, unknown>
/** What became of the records of the other study in the copy. */
type Became = ReadonlyMap<unknown, number>

/** What a form could send of a record, but for what the copy has of its own. */
const draftOf = (ctx: Ctx, name: string, row: Values, own: Values): Values => {
  const names = Object.keys(writableOf(ctx.engine.registry.need(name).resource))
  return { ...Object.fromEntries(names.filter((n) => row[n] !== null && row[n] !== undefined).map((n) => [n, row[n]])), ...own }
}

const PAGE = 200
const allOf = async (ctx: Ctx, name: string, study: number): Promise<Values[]> => {
  const search = [{ field: 'study', operator: '=', val: String(study) }]
  const all: Values[] = []
  for (let page = 1; ; page++) {
    const { list } = await ctx.engine.list(ctx, name, { page, limit: PAGE, search, order: 'id,asc' })
    all.push(...list)
    if (list.length < PAGE) return all
  }
}
const copyAll = async (ctx: Ctx, name: string, from: number, to: number): Promise<Became> => {
  const became = new Map<unknown, number>()
  for (const row of await allOf(ctx, name, from))
    became.set(row['id'], (await ctx.engine.add(ctx, name, draftOf(ctx, name, row, { study: to }))).id)
  return became
}

const FORMS =
  'SELECT a.id AS "from", b.id AS "to" FROM study_form a JOIN study_form b ON b.code = a.code AND b.study = $2 WHERE a.study = $1'
/** What was published is a draft in the copy, to be looked at: its columns are numbered anew. */
const copyDictionary = async (ctx: Ctx, from: number, to: number): Promise<Became> => {
  const published = (await allOf(ctx, 'study.dictionary', from)).find(({ state }) => state === 'published')
  if (!published) return new Map()
  const content = anew(await loadContent(ctx.db, Number(published['id'])))
  const { id, version } = await ctx.engine.add(ctx, 'study.dictionary', { study: to })
  await ctx.engine.act(ctx, 'study.dictionary', 'save', [id], { content, version })
  const forms = await ctx.db.query<{ from: number; to: number }>(FORMS, [from, to])
  return new Map(forms.map((form) => [form.from, form.to]))
}

const SHARED = 'SELECT 1 FROM control_set WHERE id = $1 AND study IS NULL'
/** A set of rules of the other study is not this one's; one of the library is everybody's. */
const copyGather = async (ctx: Ctx, row: Values, own: Values, forms: Became, visits: Became): Promise<void> => {
  const isShared = (await ctx.db.query(SHARED, [row['controlSet']])).length > 0
  const named = Array.isArray(row['visits']) ? row['visits'] : []
  const fresh = {
    ...own,
    form: forms.get(row['form']) ?? null,
    visits: named.flatMap((visit) => visits.get(visit) ?? []),
    controlSet: isShared ? row['controlSet'] : null,
  }
  await ctx.engine.add(ctx, 'gather.project', draftOf(ctx, 'gather.project', row, fresh))
}

/** Made of what the reader sees, by the same way as by hand: whoever copies a study leads the copy. */
export const copyStudy = async (ctx: Ctx, row: Values & { id: number }, own: { code: string; title: string; titleEn: string }) => {
  const plan = { ethicsNo: null, registryNo: null, startsOn: null, endsOn: null }
  const made = await ctx.engine.add(ctx, studyProject.name, draftOf(ctx, studyProject.name, row, { ...plan, ...own }))
  const visits = await copyAll(ctx, 'study.visit', row.id, made.id)
  await copyAll(ctx, 'study.arm', row.id, made.id)
  const forms = await copyDictionary(ctx, row.id, made.id)
  for (const [i, gather] of (await allOf(ctx, 'gather.project', row.id)).entries())
    // Where data is sent is told by the code of the gather project: no two have the same.
    await copyGather(ctx, gather, { study: made.id, code: `${own.code}-${i + 1}` }, forms, visits)
  return { id: made.id }
}
