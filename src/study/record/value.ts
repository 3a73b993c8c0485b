import { inOwnUnit, isBlankEntry, oddityOf, readUnits } from '#kernel'
import type { Oddity } from '#kernel'
import { evaluateExpression } from '#qc/language.ts'
import { resultOf } from '../dictionary/expression.ts'
import type { SlottedVariable } from '../dictionary/variable.ts'
import { fieldOf } from './definition.ts'
import type { FormContent } from './definition.ts'
import { slotName } from './table.ts'

export type Values = Readonly<Record<string, unknown>>
type Answer = ReturnType<typeof evaluateExpression>

const textOf = (value: unknown): string | null => (typeof value === 'string' && !isBlankEntry(value) ? value : null)

/** A value in the unit of its variable: what rules, formulas and lists see. */
export const ownUnit = ({ unit, units }: SlottedVariable, text: string): string =>
  units === '' ? text : inOwnUnit({ unit, units: readUnits(units) ?? [] }, text)

/** What was entered in another unit, by slot: as it becomes, and as it was. */
export const convertedIn = (variables: readonly SlottedVariable[], values: Values): Map<string, { own: string; entered: string }> =>
  new Map(
    variables.flatMap((variable) => {
      const text = textOf(values[slotName(variable.slot)])
      const own = text === null || variable.missingCodes.includes(text) ? text : ownUnit(variable, text)
      return text === null || own === null || own === text ? [] : [[slotName(variable.slot), { own, entered: text }] as const]
    }),
  )

/** The record as expressions see it: by code, in its own unit, with the missing codes of each variable read as nothing. */
export const rowOf = (variables: readonly SlottedVariable[], values: Values): Record<string, string | null> =>
  Object.fromEntries(
    variables.map((variable) => {
      const { code, slot, missingCodes } = variable
      const text = textOf(values[slotName(slot)])
      return [code, text === null || missingCodes.includes(text) ? null : ownUnit(variable, text)]
    }),
  )

const printed = (answer: Answer, { type }: SlottedVariable): string | null => {
  if (answer === null) return null
  if (typeof answer !== 'number') return String(answer)
  return type === 'integer' ? String(Math.round(answer)) : String(Number(answer.toPrecision(12)))
}

/** The results of the form's formulas, each after those that it needs. */
export const computed = ({ variables }: FormContent, values: Values, now: string): Record<string, string | null> => {
  const formulas = variables.filter(({ formula }) => formula)
  const results: Record<string, string | null> = {}
  // A formula may need another one: there are no circles, so as many rounds as there are formulas settle all.
  for (let round = 0; round < formulas.length; round++) {
    let settled = true
    for (const variable of formulas) {
      const row = rowOf(variables, { ...values, ...results })
      const next = printed(evaluateExpression(variable.formula, { row, now }, resultOf(variable.type)), variable)
      if (results[slotName(variable.slot)] !== next) settled = false
      results[slotName(variable.slot)] = next
    }
    if (settled) break
  }
  return results
}

/** Whether a variable is asked for in this record. A condition that is unknown hides it: nothing is known that would ask for it. */
const isAsked = (variable: SlottedVariable, row: Record<string, string | null>, now: string): boolean =>
  variable.branching === '' || evaluateExpression(variable.branching, { row, now }, 'boolean') === true

export type Judgement = {
  /** Slots that the conditions do not ask for. */
  hidden: string[]
  /** Slots that must be filled before the record is submitted. */
  missing: string[]
  /** What is odd about what was entered: it is stored all the same. */
  odd: Record<string, Oddity>
  computed: Record<string, string | null>
}

/** What the dictionary says about a record as it is filled in. */
export const judge = (content: FormContent, entered: Values, now: string): Judgement => {
  const { variables, codelists } = content
  const results = computed(content, entered, now)
  const values = { ...entered, ...results }
  const row = rowOf(variables, values)
  const asked = variables.filter((variable) => isAsked(variable, row, now))
  const shown = new Set(asked)
  const odd = variables.flatMap((variable) => {
    const text = textOf(values[slotName(variable.slot)])
    const oddity = text === null || variable.missingCodes.includes(text) ? undefined : oddityOf(fieldOf(variable, codelists), text)
    return oddity ? [[slotName(variable.slot), oddity] as const] : []
  })
  return {
    hidden: variables.filter((variable) => !shown.has(variable)).map(({ slot }) => slotName(slot)),
    missing: asked.filter(({ required, slot }) => required && textOf(values[slotName(slot)]) === null).map(({ slot }) => slotName(slot)),
    odd: Object.fromEntries(odd),
    computed: results,
  }
}
