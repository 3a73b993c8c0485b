import type { Language } from './language.ts'
import type { Menu } from './resource.ts'

/** An admin page without a table: a menu entry, its rules, its words. The web half brings the component of the same name. */
export type Page = {
  page: string
  menu: Menu
  rules: readonly string[]
  title: Record<Language, string>
  actions: Record<string, Record<Language, string>>
}

export const definePage = <const P extends Page>(page: P): P => page
