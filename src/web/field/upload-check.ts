export type UploadLimits = { maxsize: number; accept: readonly string[] }
export type UploadProblem = 'incomplete' | 'type' | 'size'

const extension = (name: string): string => (name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '')

/** `image/*`, `text/csv`, `.csv` and `csv` all mean what they say; an empty list allows everything. */
const allowed = (file: Pick<File, 'name' | 'type'>, accept: readonly string[]): boolean =>
  accept.length === 0 ||
  accept.some((rule) => {
    const wish = rule.trim().toLowerCase()
    if (wish === '' || wish === '*' || wish === '*/*') return true
    if (wish.endsWith('/*')) return file.type.toLowerCase().startsWith(wish.slice(0, -1))
    return wish.includes('/') ? file.type.toLowerCase() === wish : extension(file.name) === wish.replace(/^\./, '')
  })

/** The three checks before anything is sent, in the order of the specification. */
export const uploadProblem = (file: Pick<File, 'name' | 'size' | 'type'>, { maxsize, accept }: UploadLimits): UploadProblem | null => {
  if (!file.name || !file.size) return 'incomplete'
  if (!allowed(file, accept)) return 'type'
  if (maxsize > 0 && file.size > maxsize) return 'size'
  return null
}

/** What the file dialog offers. */
export const acceptAttribute = (accept: readonly string[]): string =>
  accept.map((rule) => (rule.includes('/') || rule.startsWith('.') ? rule : `.${rule}`)).join(',')
