import { useMemo } from 'react'
import { type Design, type Field, isPointer, type Resource } from '#kernel'
import { type RowData, useResource, useText } from '#web'
import { DataGrid } from '#web/grid/data-grid.tsx'
import { emptyMemory } from '#web/grid/memory.ts'
import { flatItems } from '#web/grid/item.ts'
import { linesOf } from '#web/grid/lines.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { behind } from '#web/languages.ts'
import { useColumns } from '#web/resource/list/columns.tsx'
import { type ResourceContext, ResourceInUse } from '#web/resource/context.ts'
import { FormBody } from '#web/resource/form/form-body.tsx'
import { useForm } from '#web/resource/form/use-form.ts'
import { wordsOf } from '#web/field/words.ts'

const SHOWN_AT = new Date().toISOString()

/** Something to look at for every kind; these rows exist only on this screen. */
const sample = (field: Field, n: number, title: string): unknown => {
  switch (field.kind) {
    case 'integer':
    case 'number':
    case 'float':
      return (n + 1) * 12.5 - (field.kind === 'integer' ? 0.5 * (n + 1) : 0)
    case 'switch':
      return n !== 1
    case 'date':
      return `2026-0${n + 1}-15`
    case 'time':
      return `0${8 + n}:30:00`
    case 'dateTime':
      return `2026-0${n + 1}-15T08:30:00Z`
    case 'year':
      return 2024 + n
    case 'select':
    case 'radio':
      return 'options' in field ? field.options[n % field.options.length] : ''
    case 'checkbox':
      return 'options' in field ? field.options.slice(0, n + 1) : []
    case 'color':
      return ['#0b63c5', '#1a7f4b', '#b45309'][n]
    case 'icon':
      return 'file'
    case 'refs':
    case 'images':
    case 'city':
    case 'array':
    case 'json':
    case 'image':
    case 'file':
    case 'ref':
    case 'password':
      return null
    default:
      return `${title} ${n + 1}`
  }
}

const List = ({ rows }: { rows: RowData[] }) => {
  const { words, nameOf } = useResource()
  const columns = useColumns(emptyMemory, false)
  return <DataGrid id="designer.preview" label={words.title} columns={columns} lines={linesOf(flatItems(rows))} nameOf={nameOf} />
}
const Form = () => {
  const { resource } = useResource()
  const form = useForm(resource, 'add', null)
  return <FormBody form={form} onSubmit={() => form.judgeAll()} />
}

/** Without fields that point nowhere yet: their picker would ask the server for the records of nothing. */
const pointed = (d: Resource): Resource => {
  const fields = Object.fromEntries(Object.entries(d.fields).filter(([, field]) => !isPointer(field) || field.to !== ''))
  const isThere = (name: string) => name in fields || !(name in d.fields)
  return { ...d, fields, list: { ...d.list, columns: d.list.columns.filter(isThere), filters: d.list.filters?.filter(isThere) ?? [] } }
}

/** The list and the form as they will be: the same components on the same definition. */
export const Preview = ({ design: { definition: whole, locale } }: { design: Design }) => {
  const definition = useMemo(() => pointed(whole), [whole])
  const t = useText('designer')
  const common = useText('field')
  const lang = useLanguage()
  const rows = useMemo(
    () =>
      [0, 1, 2].map((n) => ({
        id: 3 - n,
        updatedAt: SHOWN_AT,
        ...Object.fromEntries(
          Object.entries(definition.fields).map(([name, field]) => [name, sample(field, n, locale[behind(lang)].fields[name] ?? name)]),
        ),
      })),
    [definition, locale, lang],
  )
  const context: ResourceContext = useMemo(
    () => ({
      resource: definition,
      words: wordsOf(locale, lang, common),
      half: {},
      may: () => false,
      nameOf: (row) => String(row[definition.label] ?? row.id),
    }),
    [definition, locale, lang, common],
  )
  return (
    <ResourceInUse value={context}>
      <section className="designer-preview">
        <h3>{t('preview.list')}</h3>
        <div className="designer-frame">
          <List rows={rows} />
        </div>
        <h3>{t('preview.form')}</h3>
        <div className="designer-frame designer-form">
          <Form key={JSON.stringify(Object.entries(definition.fields))} />
        </div>
      </section>
    </ResourceInUse>
  )
}
