import * as z from 'zod/mini'
import { SENSITIVITIES, VARIABLE_TYPES } from './variable.ts'
import type { Content, FormHead } from './variable.ts'

const text = (max: number) => z.string().check(z.maxLength(max))
const item = z.strictObject({ code: text(100), label: text(500), labelEn: text(500) })
const variable = z.strictObject({
  form: text(64),
  slot: z.nullable(z.int().check(z.gte(1), z.lte(1600))),
  code: text(64),
  label: text(500),
  labelEn: text(500),
  section: text(200),
  type: z.enum(VARIABLE_TYPES),
  unit: text(40),
  units: z._default(text(400), ''),
  normal: z._default(text(1000), ''),
  codelist: text(64),
  min: text(40),
  max: text(40),
  required: z.boolean(),
  branching: text(2000),
  formula: text(2000),
  missingCodes: z.array(text(40)).check(z.maxLength(20)),
  sensitivity: z.literal(SENSITIVITIES),
  critical: z.boolean(),
  indexed: z._default(z.boolean(), false),
})
const shape = z.strictObject({
  forms: z
    .array(z.strictObject({ code: text(64), name: text(100), nameEn: text(100), repeats: z.boolean(), doubleEntry: z.boolean() }))
    .check(z.maxLength(500)),
  codelists: z
    .array(z.strictObject({ code: text(64), name: text(100), items: z.array(item).check(z.maxLength(2000)) }))
    .check(z.maxLength(2000)),
  variables: z.array(variable).check(z.maxLength(20_000)),
})

/** A version of a dictionary as a page sends it; null where it is none. Whether it makes sense is for `checkContent` to say. */
export const parseContent = (given: unknown): Content | null => {
  const result = shape.safeParse(given)
  return result.success ? result.data : null
}

/** What a version keeps of its forms. */
export const headsOf = ({ forms }: Pick<Content, 'forms'>): FormHead[] =>
  forms.map(({ code, name, nameEn, repeats, doubleEntry }) => ({ code, name, nameEn, repeats, doubleEntry }))

/** The same for another study: no value was ever entered under it there, so its columns are numbered anew. */
export const anew = (content: Content): Content => ({
  forms: headsOf(content),
  codelists: content.codelists,
  variables: content.variables.map((variable) => ({ ...variable, slot: null })),
})
