import { usePageQuery, withValues } from '#web/navigation/page-query.ts'

export const LOOKS = ['list', 'board', 'calendar'] as const
export type Look = (typeof LOOKS)[number]

/** How the page is looked at, and whose work it shows: both stand in the address. */
export const useLook = () => {
  const [query, setQuery] = usePageQuery()
  const look = LOOKS.find((one) => one === query.get('look')) ?? 'list'
  const set = (key: string, value: string | null) => setQuery((now) => withValues(now, { [key]: value }))
  return {
    look,
    isMine: query.get('whose') !== 'all',
    month: /^\d{4}-(0[1-9]|1[0-2])$/.exec(query.get('month') ?? '')?.[0] ?? null,
    // What a list was filtered by says nothing of the other two.
    setLook: (next: Look) => setQuery(() => new URLSearchParams(next === 'list' ? {} : { look: next })),
    setMine: (mine: boolean) => set('whose', mine ? null : 'all'),
    /** What the clock asks for comes every day: shown unasked, what people have to do would be lost among it. */
    showsClock: query.get('clock') === 'on',
    setClock: (shows: boolean) => set('clock', shows ? 'on' : null),
    setMonth: (month: string | null) => set('month', month),
  }
}
