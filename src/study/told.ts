import { can, ruleOf } from '#kernel'
import { seesEveryStudy } from './reader.ts'
import type { Asking, Reader, Rows, Seen } from './reader.ts'
import { UNTOLD, isAbsent } from './record/sensitivity.ts'
import { placesIn, rolesBySite, studiesOnlyAs } from './team.ts'
import { wordsIn } from './word.ts'
import type { Content } from './dictionary/variable.ts'

const isTold = (actor: Reader): boolean => seesEveryStudy(actor) || can(actor.rules, ruleOf('clinical.data', 'reveal'))

type Asked = Pick<Asking, 'actor'> & { readonly db: Rows }
const untoldIn = async ({ db, actor }: Asked): Promise<number[]> => (isTold(actor) ? [] : studiesOnlyAs(db, actor, UNTOLD))

/** Of variables: those that the reader is told of. */
export const toldVariables = async (asked: Asked): Promise<Seen> => {
  const studies = await untoldIn(asked)
  const where = `t."sensitivity" <> 3 OR t."dictionary" NOT IN (SELECT d."id" FROM study_dictionary d WHERE d."study" = ANY($1::bigint[]))`
  return studies.length === 0 || { where, params: [studies] }
}

const CELLS = `SELECT v.form, 'v' || v.slot AS slot FROM study_variable v JOIN study_dictionary d ON d.id = v.dictionary
  WHERE d.study = ANY($1::bigint[]) AND d.state = 'published' AND v.sensitivity = 3`
/** The columns of forms that the reader is not told of; of nearly everybody there are none. */
export const untoldCells = async (asked: Asked): Promise<{ form: number; slot: string }[]> => {
  const studies = await untoldIn(asked)
  return studies.length === 0 ? [] : asked.db.query<{ form: number; slot: string }>(CELLS, [studies])
}
/** Of what is about cells, by the form and by slots that stand in one text: without what is about a variable that the reader is not told of. */
export const toldCells = async (asked: Asked, slots: string): Promise<Seen> => {
  const cells = await untoldCells(asked)
  const where = `NOT EXISTS (SELECT 1 FROM unnest($1::bigint[], $2::text[]) u(form, slot) WHERE u.form = t."form" AND u.slot = ANY(string_to_array(${slots}, ', ')))`
  return cells.length === 0 || { where, params: [cells.map(({ form }) => form), cells.map(({ slot }) => slot)] }
}

/** Whether this person is told of variables of a level, in this study. */
export const toldLevels = async ({ db, actor }: Asked, study: number): Promise<(level: number) => boolean> => {
  if (isTold(actor)) return () => true
  const roles = rolesBySite(await placesIn(db, actor, study))
  return (level) => !isAbsent(roles, level)
}

/** Whether what identifies persons is nothing new to them. */
export const knowsIdentifying = async (asked: Asked, study: number): Promise<boolean> => (await toldLevels(asked, study))(3)

/** A version as this person is told of it: what is absent for them in the records is absent here, and so is every expression that names it. */
export const toldContent = async <C extends Content>(db: Rows, actor: Reader, study: number, content: C): Promise<C> => {
  const told = await toldLevels({ db, actor }, study)
  const untold = new Set(content.variables.flatMap(({ code, sensitivity }) => (told(sensitivity) ? [] : [code.toLowerCase()])))
  if (untold.size === 0) return content
  const names = (expression: string): boolean => [...wordsIn(expression)].some((word) => untold.has(word))
  const shown = (expression: string): string => (names(expression) ? '…' : expression)
  return {
    ...content,
    variables: content.variables
      .filter(({ code }) => !untold.has(code.toLowerCase()))
      .map((variable) => ({ ...variable, branching: shown(variable.branching), formula: shown(variable.formula) })),
  }
}
