import type { FormRow, FormSection, Locale, LocaleText, Resource } from '#kernel'
import type { Ctx } from '../model/context.ts'
import type { Model } from '../model/model.ts'
import { untoldAsks } from './answer.ts'

const isTold = (absent: ReadonlySet<string>) => (name: string) => !absent.has(name)
const rowWithout = (row: FormRow, told: (name: string) => boolean): FormRow[] => {
  if (typeof row === 'string') return told(row) ? [row] : []
  const names = row.filter(told)
  return names.length > 0 ? [names] : []
}
const partWithout = (part: FormRow | FormSection, told: (name: string) => boolean): (FormRow | FormSection)[] => {
  if (typeof part === 'string' || !('section' in part)) return rowWithout(part, told)
  const rows = part.rows.flatMap((row) => rowWithout(row, told))
  return rows.length > 0 ? [{ ...part, rows }] : []
}
const only = <T>(words: Readonly<Record<string, T>>, told: (name: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(words).filter(([name]) => told(name)))
const textWithout = ({ fields, help, options, ...text }: LocaleText, told: (name: string) => boolean): LocaleText => ({
  ...text,
  fields: only(fields, told),
  ...(help ? { help: only(help, told) } : {}),
  ...(options ? { options: only(options, told) } : {}),
})

/** What a resource is to this person: of a field that they are not told of nothing is in it, neither its name nor what it may be. */
export const definitionFor = (ctx: Ctx, model: Model): { definition: Resource; locale: Locale } => {
  const { resource, locale } = model
  const { absent } = ctx.engine.masks.hidden(ctx, model)
  const untold = untoldAsks(ctx, model)
  if (absent.size === 0 && untold.length === 0) return { definition: resource, locale }
  const told = isTold(new Set([...absent, ...untold]))
  const { columns, filters } = resource.list
  const list = { ...resource.list, columns: columns.filter(told), ...(filters ? { filters: filters.filter(told) } : {}) }
  const form = resource.form?.flatMap((part) => partWithout(part, told))
  return {
    definition: {
      ...resource,
      fields: only(resource.fields, told),
      ...(resource.asks ? { asks: only(resource.asks, told) } : {}),
      list,
      ...(form ? { form } : {}),
    },
    locale: { 'zh-cn': textWithout(locale['zh-cn'], told), en: textWithout(locale.en, told) },
  }
}
