/** A field that a column of a sheet can fill. */
export type Target = { name: string; title: string; required: boolean; hint: string; aliases: readonly string[] }
/** By column of the sheet: the field it fills, or null. */
export type Mapping = readonly (string | null)[]

/** A star marks what is required; spaces, brackets and case are the writer's. */
const bare = (text: string): string => text.toLowerCase().replaceAll(/[\s*＊()（）_\-.:：]/g, '')

/** By name, each field once: the first column that is called like it. */
export const guessMapping = (head: readonly string[], targets: readonly Target[]): Mapping => {
  const taken = new Set<string>()
  return head.map((title) => {
    const found = targets.find(
      (target) => !taken.has(target.name) && [target.title, target.name, ...target.aliases].some((name) => bare(name) === bare(title)),
    )
    if (!found || bare(title) === '') return null
    taken.add(found.name)
    return found.name
  })
}

/** A field is filled by one column: the other one lets go of it. */
export const assigned = (mapping: Mapping, column: number, name: string | null): Mapping =>
  mapping.map((now, i) => (i === column ? name : name !== null && now === name ? null : now))

export const missing = (mapping: Mapping, targets: readonly Target[]): Target[] =>
  targets.filter((target) => target.required && !mapping.includes(target.name))

/** The columns that fill a field, and every row cut to them. */
export const chosen = (mapping: Mapping, rows: readonly (readonly string[])[]): { columns: string[]; rows: string[][] } => {
  const kept = mapping.flatMap((name, i) => (name === null ? [] : [{ name, i }]))
  return { columns: kept.map(({ name }) => name), rows: rows.map((row) => kept.map(({ i }) => row[i] ?? '')) }
}
