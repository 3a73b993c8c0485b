import { useQuery } from '@tanstack/react-query'
import { useResource } from '#web'
import { request } from '#web/api/request.ts'
import { datafile } from '../index.ts'

export type Bin = { from: number; to: number; count: number }
export type ColumnProfile = {
  name: string
  type: string
  filled: number
  missing: number
  distinct: number
  distinctExact: boolean
  top: readonly { value: string; count: number }[]
  numbers?: { min: number; max: number; mean: number; sd: number | null; histogram: readonly Bin[] }
  dates?: { min: string; max: string }
  identifiers: readonly { kind: string; share: number }[]
}
export type Note = { code: string; line?: number; column?: string; count?: number; detail?: string; severity: string }
/** What reading a version has shown. */
export type Seen = {
  number: number
  name: string
  url: string
  mimetype: string | null
  header: unknown
  notes: readonly Note[] | null
  shown: {
    columns: readonly string[]
    rows: readonly (readonly (string | null)[])[]
    profile: readonly ColumnProfile[]
    sampledRows: number
    more: number
  } | null
}
const isSeen = (data: unknown): data is Seen => typeof data === 'object' && data !== null && 'number' in data && 'shown' in data

/** One question for all tabs of the page; `number` and `state` change with every reading. */
export const useSeen = (row: { id: number; number: number; state: string }) => {
  const mayRead = useResource().may('preview')
  const query = useQuery({
    queryKey: ['row', datafile.name, row.id, 'seen', row.number, row.state],
    queryFn: async (): Promise<Seen | null> => {
      // Without a key: nothing is changed, and a kept answer would be a copy of the content.
      const asked = { url: `/admin/${datafile.name}/preview`, method: 'POST', data: { ids: [row.id] } } as const
      const { data } = await request({ ...asked, showError: false, cancelDuplicate: false })
      return isSeen(data) ? data : null
    },
    enabled: mayRead && row.number > 0,
    retry: false,
  })
  return { ...query, mayRead }
}
