export type Kind = 'pdf' | 'image' | 'text' | 'office' | 'none'

const kinds: Record<string, Kind> = {
  pdf: 'pdf',
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  gif: 'image',
  webp: 'image',
  txt: 'text',
  csv: 'text',
  md: 'text',
  json: 'text',
  docx: 'office',
  xlsx: 'office',
  pptx: 'office',
  doc: 'office',
  xls: 'office',
  ppt: 'office',
}

export type Source = { url: string; name: string; kind: Kind }

/** Only files of this site: a link to `/office?url=https://…` must not show a stranger's page under our name. */
export const sourceOf = (search: URLSearchParams, origin: string): Source | null => {
  const wish = search.get('url') ?? search.get('file') ?? ''
  if (!wish || !URL.canParse(wish, origin)) return null
  const url = new URL(wish, origin)
  if (url.origin !== origin || !/^https?:$/.test(url.protocol)) return null
  const name = search.get('name') || decodeURIComponent(url.pathname.split('/').at(-1) ?? '')
  const suffix = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  return { url: url.pathname + url.search, name, kind: kinds[suffix] ?? 'none' }
}
