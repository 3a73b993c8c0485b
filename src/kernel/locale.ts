import type { Language } from './language.ts'
import type { OpenMoveOf, Resource } from './resource.ts'

type Chosen<F> = { [K in keyof F]: F[K] extends { options: readonly string[] } ? K : never }[keyof F]
type OptionText<F> = F extends { options: readonly (infer O extends string)[] } ? Record<O, string> : never
type Maybe<K extends string, Keys, V> = [Keys] extends [never] ? { [P in K]?: never } : { [P in K]: V }
/** What the dialogs of actions ask for. */
type InputOf<A> = { [K in keyof A]: A[K] extends { input: infer I } ? keyof I & string : never }[keyof A]
type Children<R extends Resource> = keyof NonNullable<R['children']> & string
/** `'archived locked'`: what a step is called from one state, where that is another thing to people. */
type MoveFrom<R extends Resource> = Readonly<Record<`${string} ${OpenMoveOf<R>}`, string>>
type Text<R extends Resource, E extends string = string> = {
  title: string
  /** One of them in the middle of a sentence, where that differs from the title: "New department". */
  one?: string
  /** Over the empty list, where "no … yet" does not read: "The bin is empty". */
  none?: string
  /** One sentence for the empty list and under the page title: what this is for. */
  remark: string
  fields: Record<(keyof R['fields'] | keyof NonNullable<R['counts']> | keyof NonNullable<R['asks']>) & string, string>
  help?: Partial<Record<keyof R['fields'] & string, string>>
  sections?: Record<string, string>
  /** Sentences of the area's own refusals, thrown with `refuse(locale, key)`. */
  errors?: Record<E, string>
} & Maybe<'actions', keyof R['actions'], Record<keyof R['actions'] & string, string>> &
  Maybe<'moves', OpenMoveOf<R>, Record<OpenMoveOf<R>, string> & MoveFrom<R>> &
  Maybe<'children', Children<R>, Record<Children<R>, string>> &
  Maybe<'inputs', InputOf<R['actions']>, Record<InputOf<R['actions']>, string>> &
  Maybe<'options', Chosen<R['fields']>, { [K in Chosen<R['fields']>]: OptionText<R['fields'][K]> }>

/** The widened shape that generic code reads. */
export type LocaleText = {
  title: string
  one?: string
  none?: string
  remark: string
  fields: Record<string, string>
  help?: Record<string, string>
  sections?: Record<string, string>
  errors?: Record<string, string>
  actions?: Record<string, string>
  /** What the button of a move says; `'from to'` where it depends on where one stands. */
  moves?: Record<string, string>
  /** The lists on the page of a record. */
  children?: Record<string, string>
  inputs?: Record<string, string>
  options?: Record<string, Record<string, string>>
}
export type Locale = Record<Language, LocaleText>

/** Both languages must name every field, action, option and refusal; a forgotten one does not compile. */
export const defineLocale = <R extends Resource, const E extends string = never>(
  _: R,
  text: Record<Language, Text<R, E>>,
): Record<Language, Text<R, E>> => text

export const moveWord = ({ moves }: Pick<LocaleText, 'moves'>, to: string, from = ''): string =>
  moves?.[`${from} ${to}`] ?? moves?.[to] ?? to
