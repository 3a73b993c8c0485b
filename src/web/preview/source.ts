export type Kind = 'docx' | 'pptx' | 'markdown' | 'sheet' | 'csv' | 'pdf' | 'image' | 'text' | 'json' | 'legacy' | 'none'

const kinds: Record<string, Kind> = {
  docx: 'docx',
  pptx: 'pptx',
  md: 'markdown',
  xlsx: 'sheet',
  xls: 'sheet',
  csv: 'csv',
  tsv: 'csv',
  pdf: 'pdf',
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  gif: 'image',
  webp: 'image',
  bmp: 'image',
  svg: 'image',
  txt: 'text',
  log: 'text',
  xml: 'text',
  html: 'text',
  vcf: 'text',
  json: 'json',
  doc: 'legacy',
  ppt: 'legacy',
}

export type Source = { url: string; name: string; suffix: string; kind: Kind }

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const suffixOf = (name: string): string => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Only stored files of this site: a link must neither show a stranger's page under our name nor call something with our rights. */
export const sourceOf = (search: URLSearchParams, origin: string): Source | null => {
  const wish = search.get('url') ?? search.get('file') ?? ''
  if (!wish || !URL.canParse(wish, origin)) return null
  const url = new URL(wish, origin)
  if (url.origin !== origin || !url.pathname.startsWith('/storage/')) return null
  const stored = decoded(url.pathname.split('/').at(-1) ?? '')
  const name = search.get('name') || stored
  // The stored suffix was proved at upload; the name in the link is anybody's and counts only where the address has none.
  const suffix = suffixOf(stored) || suffixOf(name)
  return { url: url.pathname, name, suffix, kind: kinds[suffix] ?? 'none' }
}
