import { fail, movesFrom, saidReason } from '#kernel'
import type { Ctx } from '#server'
import type { Blocker } from '#server/model/approval.ts'
import { blockersOf } from '#server/resource/state.ts'
import { hospitalDay } from '#server/zone.ts'
import { beforeGates } from '#study/closing.ts'
import { STEPS } from '#study/state.ts'
import { countsAll, leads, leadsAt, seesAllSites } from '#study/team.ts'
import { studyProject } from '../index.ts'
import { countOf, enrolmentOf, sitesOf } from './figures.ts'
import { gates } from './gate.ts'
import type { Study } from './gate.ts'
import { door, openOf, scoresOf } from './health.ts'

type Moved = { at: string; by: string; to: string; reason: string | null }

const MOVES = `SELECT at, actor_name AS by, changes->'state'->>1 AS to, reason FROM audit_entry
  WHERE resource = 'study.project' AND record_id = $1 AND action = 'move' AND changes ? 'state' ORDER BY id DESC LIMIT 50`

/** The five steps: when each began, last of all if it began twice. */
const stepsOf = ({ state, createdAt }: Study, moves: readonly Moved[]) => {
  const keys = Object.keys(STEPS)
  const holds = (states: readonly string[], one: string) => states.includes(one)
  const current = Object.values(STEPS).findIndex((states) => holds(states, state))
  return Object.entries(STEPS).map(([key, states], i) => ({
    key,
    state: i < current ? 'done' : i === current ? 'current' : 'ahead',
    at: i > current ? null : key === keys[0] ? createdAt : (moves.find(({ to }) => holds(states, to))?.at ?? null),
  }))
}

const ASKED = `SELECT blocker FROM study_waiver WHERE study = $1 AND state = 'requested'`
const isGated = (to: string): to is keyof typeof gates => Object.hasOwn(gates, to)
/** Steps back are no way forward. */
const forwardFrom = (from: string): string | undefined => {
  const order: readonly string[] = studyProject.fields.state.options
  return movesFrom(studyProject, from).find((state) => order.indexOf(state) > order.indexOf(from))
}
/** Where the study goes from here, and what stands in the way of it; of a step that nothing holds back, what will stand in the way of the one after it. */
const nextOf = async (ctx: Ctx, study: Study) => {
  const to = forwardFrom(study.state)
  if (!to) return null
  const row = await ctx.engine.get(ctx, studyProject.name, study.id)
  // What the areas hold back is summed over all sites: that there is something, or nothing any more, tells what happens at the others.
  const ahead = [to, isGated(to) ? undefined : forwardFrom(to)]
  const isWhole =
    !ahead.some((gate) => gate && beforeGates({ resource: studyProject.name, gate })) ||
    (await seesAllSites(ctx.db, ctx.actor, study.id)) ||
    (await leadsAt(ctx.db, ctx.actor, study.id, null))
  const inTheWayOf = (step: string | undefined): readonly Blocker[] | Promise<readonly Blocker[]> => {
    if (!step || !isGated(step)) return []
    return isWhole ? blockersOf(ctx, ctx.engine.registry.need(studyProject.name), step, row) : gates[step](ctx, study)
  }
  const blockers = await inTheWayOf(to)
  const later = isGated(to) ? [] : await inTheWayOf(forwardFrom(to))
  // Its name changes with what is counted, also at other sites.
  const mayWaive = to === 'frozen' && (await leads(ctx.db, ctx.actor, study.id))
  const asked = new Set((await ctx.db.query<{ blocker: string }>(ASKED, [study.id])).map(({ blocker }) => blocker))
  return {
    to,
    isWhole,
    blockers: blockers.map(({ words, address = null, start = null, waiver = null }) => ({
      text: words[ctx.language],
      address,
      start,
      // Something is let pass before the freeze, so that whoever signs reads it.
      waiver: mayWaive ? waiver : null,
      isAsked: waiver !== null && asked.has(waiver),
    })),
    later: later.map(({ words, address = null }) => ({ text: words[ctx.language], address })),
  }
}

/** What must be there before anything can be gathered; each is a door to where it is settled. */
const checklistOf = async (ctx: Ctx, { id, plannedN, ethicsNo }: Study) => {
  const has = async (name: string) => ((await countOf(ctx, name, id)) ?? 0) > 0
  return [
    { key: 'plan', done: plannedN !== null && Boolean(ethicsNo?.trim()), tab: null },
    { key: 'visits', done: await has('study.visit'), tab: 'visits' },
    { key: 'dictionary', done: ((await countOf(ctx, 'study.dictionary', id, `t."state" = 'published'`)) ?? 0) > 0, tab: 'dictionaries' },
    { key: 'team', done: ((await countOf(ctx, 'study.member', id)) ?? 0) > 1, tab: 'team' },
    { key: 'gather', done: await has('gather.project'), tab: 'gather' },
  ]
}

/** How good the data are, and what is still asked about them: by the last runs over the whole study, and by the queries that are not settled. */
const qualityOf = async (ctx: Ctx, study: number) => {
  const [scores, open] = [await scoresOf(ctx, [study]), await openOf(ctx, [study])]
  const ages = open?.get(study)?.ages ?? []
  return {
    scores: scores ? { points: scores.get(study) ?? [], path: door('qc/run', study) } : null,
    queries: open
      ? { open: ages.reduce((sum, n) => sum + n, 0), old: ages.at(-1) ?? 0, path: door('query', study, 'state:IN:open,answered') }
      : null,
  }
}

const READ = `SELECT id, state, created_at AS "createdAt", planned_n AS "plannedN", ethics_no AS "ethicsNo" FROM study_project WHERE id = $1`

/** One screen that answers how far the study is and what keeps it from its next step. All figures are those of the reader's sites. */
export const overviewOf = async (ctx: Ctx, id: number) => {
  // Whoever does not see the study is told that it is not there.
  await ctx.engine.get(ctx, studyProject.name, id)
  const [study] = await ctx.db.query<Study>(READ, [id])
  if (!study) throw fail('record.missing')
  const moves = await ctx.db.query<Moved>(MOVES, [String(study.id)])
  return {
    today: hospitalDay(),
    steps: stepsOf(study, moves),
    next: await nextOf(ctx, study),
    moves: moves.slice(0, 5).map((move) => ({ ...move, reason: saidReason(move.reason, ctx.language) })),
    sites: (await sitesOf(ctx, study.id)) ?? null,
    enrolment: await enrolmentOf(ctx, study.id),
    isAll: await countsAll(ctx, study.id),
    ...(await qualityOf(ctx, study.id)),
    gathers: (await countOf(ctx, 'gather.project', study.id, `t."state" = 'open'`)) ?? null,
    checklist: await checklistOf(ctx, study),
  }
}
