import { refuse } from '#kernel'
import type { Language } from '#kernel'
import type { Ctx } from '#server'
import { checkContent, errorsIn } from '#study/dictionary/check.ts'
import { ExchangeError } from '#study/exchange/error.ts'
import type { OdmStudy, Subject } from '#study/exchange/odm/model.ts'
import { readOdmText } from '#study/exchange/odm/read.ts'
import { takeStudy } from '#study/exchange/odm/take.ts'
import type { Taken } from '#study/exchange/odm/taken.ts'
import { studyProject } from '../../index.ts'
import locale from '../../locale.ts'

/** What the file holds beside the definition of the study: entered anew as a delivery, once the dictionary is published. */
export type Held = { subjects: number; records: number; values: number; audited: number }

const count = (held: Held, { records }: Subject): Held => {
  const values = records.flatMap((record) => record.values)
  const places = new Set(records.map(({ event, eventRepeat, form, formRepeat }) => JSON.stringify([event, eventRepeat, form, formRepeat])))
  return {
    subjects: held.subjects + 1,
    records: held.records + places.size,
    values: held.values + values.length,
    audited: held.audited + values.filter(({ audit }) => audit !== null).length,
  }
}

type Read = { taken: Taken; held: Held }
/** A file of another system in our words; one that cannot be taken is refused with the sentence of the reader. */
export const readStudy = async (text: string, language: Language): Promise<Read> => {
  try {
    let study: OdmStudy | undefined
    let held: Held = { subjects: 0, records: 0, values: 0, audited: 0 }
    for await (const part of readOdmText([text]))
      if (part.kind === 'study') study ??= part.study
      else if (part.kind === 'subject') held = count(held, part.subject)
    if (!study) throw refuse(locale, 'noStudy')
    return { taken: takeStudy(study), held }
  } catch (error) {
    if (error instanceof ExchangeError) throw refuse(locale, 'notStudy', { reason: error.words[language] })
    throw error
  }
}

/** What would become of a file; nothing is stored. */
export const foretellTake = async (text: string, language: Language) => {
  const { taken, held } = await readStudy(text, language)
  const { title, visits, arms, content, notes } = taken
  return {
    title,
    visits: visits.map(({ code, name, day }) => ({ code, name, day })),
    arms: arms.map(({ name }) => name),
    forms: content.forms.map(({ code, name, repeats }) => ({
      code,
      name,
      repeats,
      variables: content.variables.filter(({ form }) => form === code).length,
    })),
    codelists: content.codelists.length,
    variables: content.variables.length,
    held,
    notes,
    problems: errorsIn(checkContent(content)),
  }
}

type Given = { text: string; code: string; title: string; titleEn: string; department: number }
/** By the same way as by hand: whoever brings a study leads it, and its dictionary is a draft to be looked at. */
export const takeOver = async (ctx: Ctx, { text, ...own }: Given): Promise<{ id: number; dictionary: number }> => {
  const { taken } = await readStudy(text, ctx.language)
  const { remark, visits, arms, content } = taken
  const { id: study } = await ctx.engine.add(ctx, studyProject.name, { ...own, ...(remark ? { remark } : {}) })
  for (const { oid: _, day, before, after, ...visit } of visits)
    await ctx.engine.add(ctx, 'study.visit', { study, ...visit, ...(visit.isPlanned ? { day, before, after } : {}) })
  for (const arm of arms) await ctx.engine.add(ctx, 'study.arm', { study, ...arm })
  const dictionary = await ctx.engine.add(ctx, 'study.dictionary', { study })
  await ctx.engine.act(ctx, 'study.dictionary', 'save', [dictionary.id], { content, version: dictionary.version })
  return { id: study, dictionary: dictionary.id }
}
