import { useQuery } from '@tanstack/react-query'
import { printQuery } from '#kernel'
import { fetchList } from '#web/api/resource.ts'
import { useSite } from '#web/state/site.ts'

export type Variable = { name: string; title: string; sample: string }

const two = (n: number) => String(n).padStart(2, '0')
/** What a variable may look like in a message; the server fills in the real one. */
const sampleOf = (source: unknown, value: unknown, siteName: string): string => {
  const now = new Date()
  const samples: Record<string, string> = {
    literal: typeof value === 'string' ? value : '',
    code: '482916',
    minutes: '10',
    siteName,
    date: `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`,
    time: `${two(now.getHours())}:${two(now.getMinutes())}`,
    recipient: '138****5678',
  }
  return samples[String(source)] ?? ''
}

export const useVariables = () => {
  const siteName = useSite((s) => s.siteName)
  const { data, isError } = useQuery({
    queryKey: ['list', 'sms.variable', 'all'],
    queryFn: ({ signal }) =>
      fetchList(
        'sms.variable',
        'index',
        printQuery({ limit: 1000, page: 1, search: [{ field: 'status', operator: '=', val: '1' }] }),
        signal,
      ),
  })
  const list: Variable[] = (data?.list ?? []).map((v) => ({
    name: String(v['name']),
    title: String(v['title']),
    sample: sampleOf(v['source'], v['value'], siteName),
  }))
  return { list, isError, isLoading: !data && !isError }
}

const PLACEHOLDER = /\$\{([^{}]*)\}/g
export type Piece = { text: string; variable?: string; isUnknown?: true }
/** A text with its variables filled in, in pieces: what is filled, what stands as it is, what nothing fills. */
export const piecesOf = (content: string, variables: readonly Variable[]): Piece[] => {
  const pieces: Piece[] = []
  let at = 0
  for (const match of content.matchAll(PLACEHOLDER)) {
    if (match.index > at) pieces.push({ text: content.slice(at, match.index) })
    const found = variables.find((v) => v.name === match[1])
    pieces.push(found ? { text: found.sample, variable: found.name } : { text: match[0], isUnknown: true })
    at = match.index + match[0].length
  }
  if (at < content.length) pieces.push({ text: content.slice(at) })
  return pieces
}
