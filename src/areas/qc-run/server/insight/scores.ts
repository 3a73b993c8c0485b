import * as z from 'zod'
import type { Actor, Call } from '#server'
import { formIn } from '#study/run/source.ts'
import { reachIn, seesAllSites } from '#study/team.ts'
import { calledIn } from '../called.ts'
import { openRun, placedIn } from './run.ts'

const score = z.object({ score: z.number().nullable(), applicable: z.number(), total: z.number() })
const shape = z.object({ forms: z.array(score.extend({ place: z.string() })), sites: z.array(score.extend({ department: z.string() })) })

/** The score of each form, and of each site that the reader reaches. What forms score tells of all sites. */
export const scores = async (call: Call, actor: Actor) => {
  const opened = await openRun(call, actor)
  const { ctx, run } = opened
  const stored = shape.safeParse((await placedIn(opened)).scores).data
  if (!stored || run.study === null) return { forms: [], sites: [] }
  const { forms, sites } = await calledIn(ctx.db, run.study)
  const reach = await reachIn(ctx.db, actor, run.study)
  const nameOf = (called: typeof forms, key: string): string => called.get(key)?.[ctx.language === 'en' ? 'en' : 'zh'] ?? key
  const seen = stored.sites.filter(({ department }) => reach === 'all' || reach.has(Number(department)))
  return {
    forms: (await seesAllSites(ctx.db, actor, run.study))
      ? stored.forms.map(({ place, ...own }) => ({ ...own, form: formIn(place), name: nameOf(forms, place) }))
      : [],
    sites: seen.map(({ department, ...own }) => ({ ...own, department: Number(department), name: nameOf(sites, department) })),
  }
}
