import { fail, refuse } from '#kernel'
import { serve } from '#server'
import type { Ctx } from '#server'
import { adminId } from '#server/model/actor.ts'
import type { Coded } from '#server/model/half.ts'
import { bodyOf } from '#study/parameter/body.ts'
import { catalogue, checkTitle, findEntry } from '#study/parameter/catalogue.ts'
import { sayBodies } from '#study/parameter/part.ts'
import { targetsCalled } from '#study/record/called.ts'
import { libraryAndOwnStudies } from '#study/library.ts'
import { controlParameter } from '../index.ts'
import locale from '../locale.ts'
import { draft } from './draft.ts'
import { giveFile, takeFile } from './exchange.ts'
import { askTrials } from './trial/all.ts'
import { tryingAll } from './trial/all-task.ts'
import { askTrial } from './trial/ask.ts'
import { adopt, takePack } from './propose/adopt.ts'
import { askProposals } from './propose/ask.ts'
import { proposing } from './propose/task.ts'
import { parameterRoutes } from './routes.ts'
import { sayTrials } from './trial/tell.ts'
import { tryQuestion } from './trial/question.ts'
import { trying } from './trial/task.ts'

const NEWEST = 'SELECT number, state, body FROM control_version WHERE parameter = $1 ORDER BY number DESC LIMIT 1'

const STUDY = 'SELECT id, study FROM control_parameter WHERE id = ANY($1::bigint[])'
const sayTarget = async ({ db, language }: Ctx, all: readonly Coded[]): Promise<string[]> => {
  const rows = await db.query<{ id: number; study: number | null }>(STUDY, [all.map(({ id }) => id)])
  const studies = new Map(rows.map(({ id, study }) => [id, study]))
  return targetsCalled(
    db,
    language,
    all.map(({ id, value }) => ({ study: studies.get(id) ?? null, target: value })),
  )
}

export default serve(controlParameter, {
  scope: libraryAndOwnStudies,
  tasks: [trying, tryingAll, proposing],
  questions: [tryQuestion],
  routes: parameterRoutes,
  show: (ctx, row) => {
    const check = String(row['check'])
    const words = checkTitle(check)
    const labels = typeof row['_labels'] === 'object' ? row['_labels'] : {}
    return words ? { ...row, _labels: { ...labels, check: `${check} ${words[ctx.language]}` } } : row
  },
  said: { target: sayTarget },
  parts: { body: sayBodies('control.parameter'), trial: sayTrials },
  valuesMatching: (ctx, field, text) =>
    field === 'check'
      ? catalogue().flatMap(({ id, slug, title }) => (`${id} ${slug} ${title[ctx.language]}`.toLowerCase().includes(text) ? [id] : []))
      : [],
  before: {
    add: async ({ actor }, sent) => {
      const entry = findEntry(sent.check)
      if (!entry) throw refuse(locale, 'unknownCheck', { text: sent.check })
      return { ...sent, check: entry.id, body: bodyOf(sent.body), owner: sent.owner ?? adminId(actor) }
    },
  },
  after: {
    add: async (ctx, row) => void (await draft(ctx, row, 1, bodyOf(row.body))),
  },
  actions: {
    revise: async (ctx, [row]) => {
      if (!row) throw fail('record.missing')
      const [newest] = await ctx.db.query<{ number: number; state: string; body: unknown }>(NEWEST, [row.id])
      if (newest && newest.state !== 'active' && newest.state !== 'retired') throw refuse(locale, 'openDraft', { number: newest.number })
      const { id } = await draft(ctx, row, (newest?.number ?? 0) + 1, bodyOf(newest?.body))
      return { id }
    },
    take: (ctx, _, { file, study }) => takeFile(ctx, file, study),
    try: (ctx, _, wanted) => askTrial(ctx, wanted),
    tryAll: (ctx, rows, over) => askTrials(ctx, rows, over),
    propose: (ctx, _, wanted) => askProposals(ctx, wanted),
    pack: (ctx, _, wanted) => takePack(ctx, wanted),
    adopt: (ctx, _, { task, keys }) => adopt(ctx, task, Array.isArray(keys) ? keys.map(Number) : []),
    give: giveFile,
  },
})
