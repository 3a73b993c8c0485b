import { fail } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { beforeClosing } from '#study/closing.ts'
import { lockedAbout } from '#study/lock/said.ts'
import { sayRecords } from '#study/record/called.ts'
import { doubleForms, unpairedText } from '#study/record/second.ts'
import { ownSites } from '#study/team.ts'
import { studySecondEntry } from '../index.ts'
import { HELD_BACK } from '../locale.ts'
import { enter } from './enter.ts'
import { secondEntryRoutes } from './routes.ts'
import { settle } from './settle.ts'

type Step = { resource: string; record: number; gate: string }
const address = (study: number) => `/admin/study/secondEntry?filter=study:IN:${study}`
const conflictAddress = (study: number) => `${address(study)}&filter=state:IN:conflict`
const CONFLICTS = `SELECT count(*) AS n FROM study_second_entry WHERE study = $1 AND state = 'conflict'`

/** What is not settled, and what nobody has entered again: the first entry alone was never meant to count. */
const holdsBack = async (ctx: Ctx, step: Step) => {
  const forms = step.resource === 'study.project' ? await doubleForms(ctx.db, step.record) : []
  if (forms.length === 0) return []
  const missing = `SELECT count(*) AS n FROM (${forms.map(({ id }) => `SELECT r.id ${unpairedText(id)} AND s.study = $1`).join(' UNION ALL ')}) x`
  return [
    ...(await beforeClosing({ text: CONFLICTS, words: HELD_BACK.conflict, address: conflictAddress })(ctx, step)),
    ...(await beforeClosing({ text: missing, words: HELD_BACK.missing, address })(ctx, step)),
  ]
}

export default serve(studySecondEntry, {
  scope: ownSites(),
  said: { title: sayRecords('study_second_entry') },
  lockScope: lockedAbout,
  holdsBack,
  routes: secondEntryRoutes,
  actions: {
    enter: (ctx, _, given) => enter(ctx, given),
    settle: async (ctx, [row], given) => {
      if (!row) throw fail('record.missing')
      return settle(ctx, row.id, given)
    },
  },
})
