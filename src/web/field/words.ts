import { LANGUAGES, labelOf, moveWord, type Locale, type LocaleText, type Resource } from '#kernel'
import type { Text } from '../i18n/index.ts'
import { behind, type Lang } from '../languages.ts'

/** Everything an area has to say, in one language; columns of traits and common verbs come from the project's own file. */
export type Words = {
  lang: Lang
  /** The resource they are of. */
  of?: string
  title: string
  /** Absent where it is the title. */
  one?: string | undefined
  /** Over the empty list. */
  none?: string | undefined
  remark: string
  field(name: string): string
  /** What a field is called in any language: a sheet comes from whoever wrote it. */
  names?(field: string): string[]
  help(name: string): string | undefined
  option(field: string, value: string): string
  section(key: string): string
  action(name: string): string
  /** A list on the page of a record. */
  child?(name: string): string
  /** What the step to this state is called. */
  move(to: string, from?: string): string
}

export const wordsOf = (locale: Locale, lang: Lang, common: Text, of?: string): Words => {
  const own: LocaleText = locale[behind(lang)]
  return {
    lang,
    ...(of ? { of } : {}),
    title: own.title,
    one: own.one,
    none: own.none,
    remark: own.remark,
    field: (name) => own.fields[name] ?? own.inputs?.[name] ?? common(`column.${name}`, { defaultValue: name }),
    names: (name) => LANGUAGES.flatMap((language) => locale[language].fields[name] ?? []),
    help: (name) => own.help?.[name],
    option: (field, value) => own.options?.[field]?.[value] ?? value,
    section: (key) => own.sections?.[key] ?? key,
    child: (name) => own.children?.[name] ?? name,
    move: (to, from) => moveWord(own, to, from),
    action: (name) => own.actions?.[name] ?? common(`action.${name}`, { defaultValue: name }),
  }
}

/** "Search name, code": a column's name in the middle of an English sentence; IP stays as it is, and so does Chinese. */
export const inSentence = (name: string, lang: Lang): string =>
  lang === 'en' && /^(?!Chinese|English)[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name

/** What a record is called in titles, confirmations and announcements. */
export const nameOf = (resource: Resource, row: Record<string, unknown> & { _labels?: object }, lang: Lang): string => {
  const name = labelOf(resource, lang)
  // A record that is called after what it points to has that one's name beside the number.
  const named = new Map<string, unknown>(Object.entries(row._labels ?? {}))
  const label = named.get(name) ?? row[name]
  return typeof label === 'string' && label !== '' ? label : `#${String(row['id'])}`
}
