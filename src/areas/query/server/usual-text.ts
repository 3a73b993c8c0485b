import { LANGUAGES } from '#kernel'
import type { Language } from '#kernel'
import type { Ctx } from '#server'
import { pairsOf, valueCalled } from '#study/record/found-value.ts'
import { variablesCalled, visitsCalled } from '#study/record/called.ts'
import type { Found, Place } from './place.ts'

type Rule = { id: number; name: string; nameEn: string; messageZh: string | null; messageEn: string | null }
const RULES = `SELECT p.id, p.name, p.name_en AS "nameEn", v.message_zh AS "messageZh", v.message_en AS "messageEn" FROM control_parameter p
  LEFT JOIN control_version v ON v.parameter = p.id AND v.state = 'active' WHERE p.id = ANY($1::bigint[])`
/** A question is read by everybody who sees the query: what is masked for some of them is not quoted in it. */
const HIDDEN = `SELECT DISTINCT 'v' || slot AS slot FROM study_variable WHERE form = $1 AND sensitivity > 0`
const MOST_LINES = 20

type Said = { called(codes: string): string; visit(code: string): string; isHidden(slot: string): boolean }
/** What was found: the variable and its value as people know them. */
const foundIn = (language: Language, { field, slot, value }: Found, { called, visit, isHidden }: Said): string => {
  if (!field) return ''
  const name = called(field)
  const isEnglish = language === 'en'
  if ((slot ?? '').split(', ').some(isHidden)) return name
  if (value !== null && pairsOf(field, value).length > 0) return valueCalled(language, field, value, called, visit)
  if (field.includes(', ')) return name
  if (value === null) return isEnglish ? `${name} is empty` : `${name}没有值`
  return isEnglish ? `${name} is “${value}”` : `${name}为“${value}”`
}
const lineIn = (language: Language, found: string, rule: Rule | undefined): string => {
  if (language === 'en') {
    const told = rule?.messageEn || `against the rule “${rule?.nameEn || rule?.name || ''}”`
    return `${[found, told].filter(Boolean).join(rule?.messageEn ? ': ' : ', ')}.`.replace(/\.\.$/, '.')
  }
  const told = rule?.messageZh || `不符合“${rule?.name ?? ''}”`
  return `${[found, told].filter(Boolean).join(rule?.messageZh ? '：' : '，')}。`.replace(/。。$/, '。')
}
const ASKED = {
  'zh-cn': '请核对原始资料：有误请更正，无误请说明原因。',
  en: 'Please check the source: correct what is wrong, or explain why it is right.',
} as const

const textIn = async (ctx: Ctx, language: Language, { form, findings }: Place, rules: readonly Rule[], hidden: ReadonlySet<string>) => {
  const forms = form === null ? [] : [form]
  const [called, visit] = [await variablesCalled(ctx.db, language, forms), await visitsCalled(ctx.db, language, forms)]
  const own = (say: typeof called) => (codes: string) => (form === null ? codes : say(form, codes))
  const said: Said = { called: own(called), visit: own(visit), isHidden: (slot) => hidden.has(slot) }
  const lines = findings.map((one) =>
    lineIn(
      language,
      foundIn(language, one, said),
      rules.find(({ id }) => id === one.parameter),
    ),
  )
  return [...[...new Set(lines)].slice(0, MOST_LINES), ASKED[language]].join('\n')
}

/**
 * What somebody who writes nothing themselves asks about findings: what was found, and what is wanted of the site.
 * The system knows no language of its own and asks in both.
 */
export const usualText = async (ctx: Ctx, place: Place): Promise<string> => {
  if (place.findings.length === 0) return ''
  const rules = await ctx.db.query<Rule>(RULES, [[...new Set(place.findings.map(({ parameter }) => parameter))]])
  const hidden = place.form === null ? [] : await ctx.db.query<{ slot: string }>(HIDDEN, [place.form])
  const slots = new Set(hidden.map(({ slot }) => slot))
  const texts: string[] = []
  for (const language of ctx.actor.kind === 'system' ? LANGUAGES : [ctx.language])
    texts.push(await textIn(ctx, language, place, rules, slots))
  return texts.join('\n')
}
