import type { Design, DesignProblem, Field, Kind, Locale, LocaleText, Resource, Trait } from '#kernel'
import { behind, type Lang } from '#web/languages.ts'

export type OptionCard = { value: string; zh: string; en: string }
export type FieldCard = {
  key: string
  name: string
  zh: string
  en: string
  field: Field
  options: OptionCard[]
  inList: boolean
  inFilter: boolean
}
/** What the designer edits: the definition in the order of the hand, not of the kernel. */
export type Model = {
  name: string
  zh: string
  en: string
  remark: { zh: string; en: string }
  group: string
  icon: string
  traits: Trait[]
  cards: FieldCard[]
  isNew: boolean
}

export const emptyModel = (): Model => ({
  name: '',
  zh: '',
  en: '',
  remark: { zh: '', en: '' },
  group: 'routine',
  icon: 'file',
  traits: ['timestamps', 'recyclable', 'exportable', 'audited'],
  cards: [],
  isNew: true,
})

const CHOICES: ReadonlySet<Kind> = new Set(['select', 'radio', 'checkbox'])
const POINTERS: ReadonlySet<Kind> = new Set(['ref', 'refs', 'remoteSelect'])
export const isChoiceKind = (kind: Kind): boolean => CHOICES.has(kind)
export const isPointerKind = (kind: Kind): boolean => POINTERS.has(kind)
/** Kinds whose cells say nothing in a list. */
const LONG: ReadonlySet<Kind> = new Set(['richText', 'textarea', 'code', 'json', 'array', 'password', 'images', 'file'])

const freeName = (model: Model, base: string): string => {
  const taken = new Set(model.cards.map((c) => c.name))
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}${n}`
    if (!taken.has(name)) return name
  }
}
const NAMES: Partial<Record<Kind, string>> = {
  string: 'title',
  switch: 'enabled',
  select: 'type',
  radio: 'choice',
  checkbox: 'choices',
  ref: 'target',
  refs: 'targets',
  float: 'measure',
  integer: 'amount',
  textarea: 'note',
}

let counter = 0
export const addCard = (
  model: Model,
  kind: Kind,
  words: { zh: string; en: string },
  at = model.cards.length,
): { model: Model; key: string } => {
  const key = `card${++counter}`
  const options: OptionCard[] = isChoiceKind(kind)
    ? [
        { value: 'a', zh: '选项一', en: 'Option one' },
        { value: 'b', zh: '选项二', en: 'Option two' },
      ]
    : []
  const first = model.cards.length === 0 && kind === 'string'
  const field = {
    kind,
    ...(first ? { required: true, search: true, max: 100 } : {}),
    ...(isPointerKind(kind) ? { to: '', label: '' } : {}),
  } as unknown as Field
  const card: FieldCard = {
    key,
    name: freeName(model, NAMES[kind] ?? kind),
    ...words,
    field,
    options,
    inList: !LONG.has(kind),
    inFilter: CHOICES.has(kind) || kind === 'switch',
  }
  return { model: { ...model, cards: model.cards.toSpliced(at, 0, card) }, key }
}
export const changeCard = (model: Model, key: string, change: Partial<FieldCard>): Model => ({
  ...model,
  cards: model.cards.map((c) => (c.key === key ? { ...c, ...change } : c)),
})
/** A property that is off is absent: the kernel knows no `false` there. */
export const setProperty = (card: FieldCard, name: string, value: unknown): Partial<FieldCard> => {
  const { [name as keyof Field]: _, ...rest } = card.field
  return { field: (value === undefined || value === '' || value === false ? rest : { ...rest, [name]: value }) as Field }
}
export const removeCard = (model: Model, key: string): Model => ({ ...model, cards: model.cards.filter((c) => c.key !== key) })
export const moveCard = (model: Model, key: string, to: number): Model => {
  const from = model.cards.findIndex((c) => c.key === key)
  const card = model.cards[from]
  if (!card || to < 0 || to >= model.cards.length) return model
  return { ...model, cards: model.cards.toSpliced(from, 1).toSpliced(to, 0, card) }
}

const fieldOf = (card: FieldCard): Field =>
  isChoiceKind(card.field.kind) ? ({ ...card.field, options: card.options.map((o) => o.value) } as Field) : card.field

const wordsOf = (model: Model, lang: 'zh' | 'en'): LocaleText => {
  const options = Object.fromEntries(
    model.cards.filter((c) => c.options.length).map((c) => [c.name, Object.fromEntries(c.options.map((o) => [o.value, o[lang]]))]),
  )
  return {
    title: model[lang],
    remark: model.remark[lang],
    fields: Object.fromEntries(model.cards.map((c) => [c.name, c[lang]])),
    ...(Object.keys(options).length ? { options } : {}),
  }
}

/** Two cards of one name would become one field, and the other would be gone without a word. */
export const duplicatesIn = ({ cards }: Model): DesignProblem[] => {
  const names = cards.map((c) => c.name)
  const twice = new Set(names.filter((name, at) => names.indexOf(name) !== at))
  return [...twice].map((name) => ({ at: `fields.${name}`, key: 'duplicate' }))
}

/** The card that a problem is about; none when it is about the table. */
export const cardOf = ({ cards }: Model, at: string): FieldCard | undefined => {
  const name = at.split('.')[at.startsWith('locale') ? 2 : 1]
  return cards.find((c) => c.name === name)
}

export const toDesign = (model: Model): Design => {
  const fields = Object.fromEntries(model.cards.map((c) => [c.name, fieldOf(c)]))
  const label = model.cards.find((c) => c.field.kind === 'string')?.name ?? ''
  const definition: Resource = {
    name: model.name,
    menu: { group: model.group, icon: model.icon, order: 50 },
    label,
    fields,
    traits: model.traits,
    actions: {},
    list: {
      columns: [
        ...(model.traits.includes('tree') ? [] : ['id']),
        ...model.cards.filter((c) => c.inList).map((c) => c.name),
        ...(model.traits.includes('timestamps') ? ['updatedAt'] : []),
      ],
      sort: model.traits.includes('sortable') ? '-weigh' : '-id',
      filters: model.cards.filter((c) => c.inFilter).map((c) => c.name),
    },
  }
  const locale: Locale = { 'zh-cn': wordsOf(model, 'zh'), en: wordsOf(model, 'en') }
  return { definition, locale }
}

/** For changing it later, or for starting from a table that exists. */
export const fromDesign = ({ definition: d, locale }: Design, isNew: boolean): Model => ({
  name: d.name,
  zh: locale['zh-cn'].title,
  en: locale.en.title,
  remark: { zh: locale['zh-cn'].remark, en: locale.en.remark },
  group: d.menu?.group ?? 'routine',
  icon: d.menu?.icon ?? 'file',
  traits: [...d.traits],
  isNew,
  cards: Object.entries(d.fields).map(([name, field]) => ({
    key: `card${++counter}`,
    name,
    zh: locale['zh-cn'].fields[name] ?? name,
    en: locale.en.fields[name] ?? name,
    field,
    options: ('options' in field ? field.options : []).map((value) => ({
      value,
      zh: locale['zh-cn'].options?.[name]?.[value] ?? value,
      en: locale.en.options?.[name]?.[value] ?? value,
    })),
    inList: d.list.columns.includes(name),
    inFilter: d.list.filters?.includes(name) ?? false,
  })),
})

/** What a table, a field or an option is called for whoever designs it; the other name, as long as there is only one. */
export const titleIn = ({ zh, en }: { zh: string; en: string }, lang: Lang): string => (behind(lang) === 'en' ? en || zh : zh || en)

/** In both languages at once: whoever designs gives it its name afterwards. */
export const newOption = (number: number) => ({ value: `o${number}`, zh: `选项 ${number}`, en: `Option ${number}` })
