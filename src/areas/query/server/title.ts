import type { Ctx } from '#server'
import type { Coded } from '#server/model/half.ts'
import { sayVisits, variablesCalled } from '#study/record/called.ts'

const FORMS = 'SELECT id, form FROM query WHERE id = ANY($1::bigint[]) AND form IS NOT NULL'
const visited = sayVisits('query')
const BETWEEN = ' · '
/** `HTN-0006 · V1 · sbp` in names: the visit, and the variable, which comes last. What is about a whole record ends with its visit, which is no variable. */
export const sayTitle = async ({ db, language }: Pick<Ctx, 'db' | 'language'>, all: readonly Coded[]): Promise<string[]> => {
  const rows = await db.query<{ id: number; form: number }>(FORMS, [all.map(({ id }) => id)])
  const forms = new Map(rows.map(({ id, form }) => [id, form]))
  const called = await variablesCalled(db, language, [...forms.values()])
  const titles = await visited({ db, language }, all)
  return all.map(({ id, value }, i) => {
    const parts = (titles[i] ?? value).split(BETWEEN)
    const [form, last] = [forms.get(id), parts.at(-1)]
    if (form === undefined || last === undefined || parts.length < 2) return value
    return [...parts.slice(0, -1), called(form, last)].join(BETWEEN)
  })
}
