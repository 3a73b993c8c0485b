import { can, fail, refuse, ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Call, Ctx, Declare } from '#server'
import type { Actor } from '#server'
import { checkContent } from '#study/dictionary/check.ts'
import { parseContent } from '#study/dictionary/content.ts'
import { differenceOf } from '#study/dictionary/difference.ts'
import { languageOf } from '#study/expression/language.ts'
import { effectOf, rulesOf } from '#study/record/effect.ts'
import { isUnderWay, stateOf } from '#study/state.ts'
import { reachIn } from '#study/team.ts'
import { LIBRARY } from '#study/dictionary/library.ts'
import { toldContent } from '#study/told.ts'
import { loadContent, slotHistory } from '#study/dictionary/load.ts'
import { readDictionary, refusalOf } from '#study/dictionary/read.ts'
import { studyDictionary } from '../index.ts'
import locale from '../locale.ts'

const READ = { audience: 'admin', rule: ruleOf(studyDictionary.name, 'index') } as const

/** A version as this person may see it: refused like one that is not there. */
const versionOf = async (ctx: Ctx, given: unknown): Promise<{ id: number; study: number; version: number }> => {
  const id = Number(given)
  if (!Number.isSafeInteger(id) || id < 1) throw fail('record.missing')
  const row = await ctx.engine.get(ctx, studyDictionary.name, id)
  return { id, study: Number(row['study']), version: row.version }
}
const contentOf = async (ctx: Ctx, given: unknown) => {
  const { id, study, version } = await versionOf(ctx, given)
  const whole = await loadContent(ctx.db, id)
  const content = await toldContent(ctx.db, ctx.actor, study, whole)
  return { study, version, content, isWhole: content === whole, slots: await slotHistory(ctx.db, study) }
}

/** The whole of a version, with what is wrong about it. */
const content = async (call: Call, actor: Actor) => {
  const found = await contentOf(await contextOf(call, actor), call.query['id'])
  // To whoever is not told of all of it, what is wrong would tell of the rest.
  const problems = found.isWhole ? checkContent(found.content, found.slots) : []
  return { content: found.content, version: found.version, problems, language: languageOf('row') }
}

type Body = Readonly<Record<string, unknown>>
const bodyOf = ({ body }: Call): Body => (typeof body === 'object' && body !== null ? { ...body } : {})

/** What is wrong about a draft as it is on the screen, before it is saved. */
const check = async (call: Call, actor: Actor) => {
  const { id, content: given } = bodyOf(call)
  const { slots } = await contentOf(await contextOf(call, actor), id)
  const draft = parseContent(given)
  if (!draft) throw refuse(locale, 'unreadable')
  return { problems: checkContent(draft, slots) }
}

/** What changes from the version `with` to the version `id`, what that does to the data that is there, and whether a second person must agree to it. */
const compare = async (call: Call, actor: Actor) => {
  const ctx = await contextOf(call, actor)
  const after = await contentOf(ctx, call.query['id'])
  const before = call.query['with'] ? await contentOf(ctx, call.query['with']) : { content: { forms: [], codelists: [], variables: [] } }
  const changes = differenceOf(before.content, after.content)
  const reach = await reachIn(ctx.db, ctx.actor, after.study)
  // The records of a form that goes are still there.
  const gone = before.content.forms.filter(({ code }) => !after.content.forms.some((form) => form.code === code))
  const content = { ...after.content, forms: [...after.content.forms, ...gone] }
  const rules = can(ctx.actor.rules, ruleOf('control.parameter', 'index')) ? await rulesOf(ctx.db, after.study) : []
  const effect = await effectOf(ctx.db, content, changes, { reach: reach === 'all' ? reach : [...reach], rules })
  return { changes, effect, second: isUnderWay(await stateOf(ctx.db, after.study)) }
}

const LONGEST = 5_000_000
/** A dictionary of another system as content of ours; nothing is stored. */
const parse = async (call: Call) => {
  const { text, file, form } = bodyOf(call)
  if (typeof text !== 'string' || text.length > LONGEST) throw refuse(locale, 'unreadable')
  try {
    return readDictionary(
      text,
      typeof file === 'string' ? file.slice(0, 200) : '',
      typeof form === 'string' && form ? form.slice(0, 64) : 'form',
    )
  } catch (error) {
    const reason = refusalOf(error)
    if (!reason) throw error
    throw refuse(locale, 'notDictionary', { reason: reason[call.language] })
  }
}

export const dictionaryRoutes = ({ guarded }: Declare): void => {
  guarded('GET', '/admin/study.dictionary/content', READ, content)
  guarded('GET', '/admin/study.dictionary/library', READ, () => Promise.resolve({ content: LIBRARY }))
  guarded('GET', '/admin/study.dictionary/compare', READ, compare)
  guarded('POST', '/admin/study.dictionary/check', READ, check)
  guarded('POST', '/admin/study.dictionary/parse', READ, parse)
}
