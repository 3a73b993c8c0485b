import { Readable } from 'node:stream'
import { importableOf } from '#kernel'
import type { Language } from '#kernel'
import { writeWorkbook } from '../excel/writer.ts'
import { columnTitle } from '../model/column-title.ts'
import type { Model } from '../model/model.ts'

const WIDTH = 18
async function* nothing(): AsyncGenerator<never> {}

/** An empty sheet with the names of the fields; what is required has a star. */
export const importTemplate = ({ resource, locale }: Model, language: Language): Readable => {
  const { title } = locale[language]
  const columns = Object.entries(importableOf(resource)).map(([name, field]) => ({
    title: `${columnTitle(locale, language, name)}${field.required ? '*' : ''}`,
    width: WIDTH,
  }))
  return Readable.from(writeWorkbook(title, columns, nothing()), { objectMode: false })
}
