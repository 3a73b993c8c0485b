import type { Row } from '#kernel'
import type { Ctx } from '#server'
import { slotHistory } from '#study/dictionary/load.ts'
import { withSlots } from '#study/dictionary/slot.ts'
import type { Content, SlottedVariable } from '#study/dictionary/variable.ts'
import type { studyDictionary } from '../index.ts'

type Dictionary = Row<typeof studyDictionary>
type Stored = { id: number; key: string }

/** Adds, changes and removes until the rows are what is wanted; what did not change is not written. */
const settle = async <T extends object>(
  ctx: Ctx,
  resource: string,
  stored: readonly Stored[],
  wanted: ReadonlyMap<string, { values: T; fixed: object; facts: Record<string, unknown> }>,
): Promise<void> => {
  for (const { id, key } of stored) if (!wanted.has(key)) await ctx.engine.del(ctx, resource, [id])
  const known = new Map(stored.map(({ id, key }) => [key, id]))
  for (const [key, { values, fixed, facts }] of wanted) {
    const id = known.get(key)
    if (id === undefined) await ctx.engine.add(ctx, resource, { ...fixed, ...values }, facts)
    else await ctx.engine.edit(ctx, resource, { id, ...values }, facts)
  }
}

const wantedForms = (study: number, forms: Content['forms']) =>
  new Map(
    forms.map(({ code, name, nameEn, repeats, doubleEntry }, position) => {
      const values = { name, nameEn, repeats, doubleEntry, position }
      return [code, { values, fixed: { study, code }, facts: {} }] as const
    }),
  )

const FORMS = `SELECT f.id, f.code AS key, EXISTS (SELECT 1 FROM study_variable v WHERE v.form = f.id AND v.dictionary <> $2)
  OR EXISTS (SELECT 1 FROM study_dictionary d, jsonb_array_elements(d.forms) h WHERE d.study = $1 AND d.id <> $2 AND h->>'code' = f.code) AS "isElsewhere"
  FROM study_form f WHERE f.study = $1`
/** Those of no other version: this draft made them, and they go with it. A form that another version has is what that one says. */
const ownForms = async (ctx: Ctx, { id, study }: Dictionary) => {
  const stored = await ctx.db.query<Stored & { isElsewhere: boolean }>(FORMS, [study, id])
  return {
    own: stored.filter(({ isElsewhere }) => !isElsewhere),
    others: new Set(stored.flatMap((one) => (one.isElsewhere ? [one.key] : []))),
  }
}
const saveForms = async (ctx: Ctx, dictionary: Dictionary, { forms }: Content): Promise<void> => {
  const { own, others } = await ownForms(ctx, dictionary)
  await settle(ctx, 'study.form', own, new Map([...wantedForms(dictionary.study, forms)].filter(([code]) => !others.has(code))))
}
export const removeForms = async (ctx: Ctx, dictionary: Dictionary): Promise<void> => {
  const { own } = await ownForms(ctx, dictionary)
  await settle(ctx, 'study.form', own, new Map())
}

const STUDY_FORMS = 'SELECT id, code AS key FROM study_form WHERE study = $1'
/** From its publication on, the forms of the study are what this version says. */
export const publishForms = async (ctx: Ctx, { study }: Dictionary, { forms }: Content): Promise<void> => {
  const wanted = wantedForms(study, forms)
  const stored = await ctx.db.query<Stored>(STUDY_FORMS, [study])
  await settle(
    ctx,
    'study.form',
    stored.filter(({ key }) => wanted.has(key)),
    wanted,
  )
}

const LISTS = 'SELECT id, code AS key FROM study_codelist WHERE dictionary = $1'
const saveLists = async (ctx: Ctx, { id }: Dictionary, { codelists }: Content): Promise<void> =>
  settle(
    ctx,
    'study.codelist',
    await ctx.db.query<Stored>(LISTS, [id]),
    new Map(codelists.map(({ code, name, items }) => [code, { values: { name, items }, fixed: { dictionary: id, code }, facts: {} }])),
  )

const VARIABLES = `SELECT v.id, f.code || ' ' || v.slot AS key FROM study_variable v JOIN study_form f ON f.id = v.form WHERE v.dictionary = $1`
const saveVariables = async (ctx: Ctx, { id, study }: Dictionary, variables: readonly SlottedVariable[]): Promise<void> => {
  const forms = await ctx.db.query<{ id: number; code: string }>('SELECT id, code FROM study_form WHERE study = $1', [study])
  const wanted = variables.map(({ form, slot, missingCodes, ...values }, position) => {
    const fixed = { dictionary: id, form: forms.find(({ code }) => code === form)?.id }
    return [`${form} ${slot}`, { values: { ...values, missingCodes: missingCodes.join(' ') }, fixed, facts: { slot, position } }] as const
  })
  await settle(ctx, 'study.variable', await ctx.db.query<Stored>(VARIABLES, [id]), new Map(wanted))
}

/**
 * The draft becomes what the editor has, row by row through the engine, so that each variable has its story. What no row could hold is
 * refused by the engine; what makes no sense yet is stored: a draft is where one tries.
 */
export const saveContent = async (ctx: Ctx, dictionary: Dictionary, content: Content): Promise<void> => {
  const variables = withSlots(content.variables, await slotHistory(ctx.db, dictionary.study))
  // Variables of a form that goes would hold it back.
  const { forms } = content
  const kept = variables.filter(({ form }) => forms.some(({ code }) => code === form))
  const gone = await ctx.db.query<{ id: number }>(
    `SELECT v.id FROM study_variable v JOIN study_form f ON f.id = v.form WHERE v.dictionary = $1 AND NOT f.code = ANY($2)`,
    [dictionary.id, forms.map(({ code }) => code)],
  )
  if (gone.length)
    await ctx.engine.del(
      ctx,
      'study.variable',
      gone.map(({ id }) => id),
    )
  await saveForms(ctx, dictionary, content)
  await saveLists(ctx, dictionary, content)
  await saveVariables(ctx, dictionary, kept)
}
