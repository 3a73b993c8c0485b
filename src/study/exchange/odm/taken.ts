import type { Problem } from '../../dictionary/problem.ts'
import { problem } from '../../dictionary/problem.ts'
import type { Content } from '../../dictionary/variable.ts'
import { hasHan, plainText } from './name.ts'
import type { Texts } from './model.ts'

export type TakenVisit = {
  readonly oid: string
  readonly code: string
  readonly name: string
  readonly nameEn: string
  readonly isPlanned: boolean
  readonly day: number
  readonly before: number
  readonly after: number
}
export type TakenArm = { readonly code: string; readonly name: string; readonly nameEn: string }
/** What a study of another system becomes here, and what of it does not. */
export type Taken = {
  readonly title: string
  readonly remark: string
  readonly visits: readonly TakenVisit[]
  readonly arms: readonly TakenArm[]
  readonly content: Content
  readonly notes: readonly Problem[]
}

/** What is noted while a study is taken over. */
export class Notes {
  readonly list: Problem[] = []
  say(form: string, variable: string, field: string, zh: string, en: string): void {
    this.list.push({ ...problem(form, variable, field, zh, en), isNotice: true })
  }
  /** A text as long as we can hold it. */
  fit(text: string, longest: number, form: string, variable: string, field: string): string {
    if (text.length <= longest) return text
    this.say(
      form,
      variable,
      field,
      `文字超过 ${longest} 个字符，其余部分未导入`,
      `The text is longer than ${longest} characters; the rest is left out`,
    )
    return text.slice(0, longest)
  }
}

/** In both languages, as far as the file says which is which. */
export const labelsOf = (texts: Texts): { label: string; labelEn: string } => {
  const entries = Object.entries(texts).map(([language, text]) => [language.toLowerCase(), plainText(text)] as const)
  const of = (start: string) => entries.find(([language]) => language.startsWith(start))?.[1] ?? ''
  const plain = entries.find(([language]) => language === '')?.[1] ?? entries.find(([language]) => !/^(?:zh|en)/.test(language))?.[1] ?? ''
  return { label: of('zh') || (hasHan(plain) ? plain : ''), labelEn: of('en') || (hasHan(plain) ? '' : plain) }
}
