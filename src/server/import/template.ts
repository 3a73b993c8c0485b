import { Readable } from 'node:stream'
import { importableOf } from '#kernel'
import type { Language } from '#kernel'
import { TRAIT_TITLES } from '../excel/title.ts'
import { writeWorkbook } from '../excel/writer.ts'
import type { Model } from '../model/model.ts'

const WIDTH = 18
async function* nothing(): AsyncGenerator<never> {}

/** An empty sheet with the names of the fields; what is required has a star. */
export const importTemplate = ({ resource, locale }: Model, language: Language): Readable => {
  const { title, fields } = locale[language]
  const columns = Object.entries(importableOf(resource)).map(([name, field]) => ({
    title: `${fields[name] ?? TRAIT_TITLES[language]?.[name] ?? name}${field.required ? '*' : ''}`,
    width: WIDTH,
  }))
  return Readable.from(writeWorkbook(title, columns, nothing()), { objectMode: false })
}
