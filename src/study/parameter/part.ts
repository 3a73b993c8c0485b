import type { Language } from '#kernel'
import type { Rows } from '../reader.ts'
import { findEntry } from './catalogue.ts'

type Part = { name: string; before: string | null; after: string | null }
type Parted = { readonly id: number; readonly parts: readonly Part[] }

const CHECKS = {
  'control.parameter': 'SELECT id, "check" FROM control_parameter WHERE id = ANY($1::bigint[])',
  'control.version': 'SELECT id, "check" FROM control_version WHERE id = ANY($1::bigint[])',
  'control.override': 'SELECT id, "check" FROM control_override WHERE id = ANY($1::bigint[])',
} as const

/** What changed in what a rule says, by the settings of its check type. */
export const sayBodies =
  (resource: keyof typeof CHECKS) =>
  async ({ db, language }: { db: Rows; language: Language }, all: readonly Parted[]): Promise<readonly Parted['parts'][]> => {
    const rows = await db.query<{ id: number; check: string | null }>(CHECKS[resource], [[...new Set(all.map(({ id }) => id))]])
    const checks = new Map(rows.map(({ id, check }) => [id, check]))
    return all.map(({ id, parts }) => {
      const settings = findEntry(checks.get(id) ?? '')?.settings
      const known = settings ? [...settings.target, ...settings.params, ...settings.common] : []
      return parts.map((part) => {
        const setting = known.find(({ path }) => path.join('.') === part.name)
        if (!setting) return part
        const { label, options } = setting
        const called = (text: string | null) =>
          text && options
            ? text
                .split(', ')
                .map((one) => options[one]?.[language] ?? one)
                .join(', ')
            : text
        return { name: label[language], before: called(part.before), after: called(part.after) }
      })
    })
  }
