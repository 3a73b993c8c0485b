import { hasTrait, type Pointing, type Resource } from '#kernel'
import type { RowData } from '../../field/view.ts'
import { behind } from '../../languages.ts'
import type { Text } from '../../i18n/index.ts'
import type { Half, OwnTab } from '../half.ts'
import type { Words } from '../../field/words.ts'

/** What a tab of a record shows. */
export type RecordTab = { key: string; title: string; count?: number } & (
  | { kind: 'overview' }
  | { kind: 'history' }
  | { kind: 'child'; child: Pointing }
  | { kind: 'own'; Tab: OwnTab<RowData>['Tab'] }
)

type Asked = { resource: Resource; half: Half; words: Words; row: RowData; t: Text; maySee(resource: string): boolean }

/** The same records are counted in the list: the number is there already. */
const counted = (resource: Resource, child: Pointing, row: RowData): { count?: number } => {
  const name = Object.entries(resource.counts ?? {}).find(([, c]) => c.of === child.of && c.by === child.by)?.[0]
  const value = name && row[name]
  return typeof value === 'number' ? { count: value } : {}
}

/** Overview, lists of what points here as far as the person may see it, history; or what the area asks for, in its order. */
export const recordTabs = ({ resource, half, words, row, t, maySee }: Asked): RecordTab[] => {
  const children = resource.children ?? {}
  const wanted = half.pages?.record?.tabs ?? ['overview', ...Object.keys(children), 'history']
  const titleOf = (key: string): string => {
    if (key === 'overview') return t('overview')
    if (key === 'history') return t('list:detail.history')
    return children[key] ? (words.child?.(key) ?? key) : words.section(key)
  }
  return wanted.flatMap((tab): RecordTab[] => {
    if (typeof tab !== 'string') {
      const { key, title, Tab, visible } = tab
      const isSeen = (visible?.(row) ?? true) && (!children[key] || maySee(children[key].of))
      return isSeen ? [{ kind: 'own', key, title: title?.[behind(words.lang)] ?? titleOf(key), Tab }] : []
    }
    if (tab === 'overview') return [{ kind: 'overview', key: tab, title: titleOf(tab) }]
    if (tab === 'history') return hasTrait(resource, 'audited') ? [{ kind: 'history', key: tab, title: titleOf(tab) }] : []
    const child = children[tab]
    return child && maySee(child.of) ? [{ kind: 'child', key: tab, title: titleOf(tab), child, ...counted(resource, child, row) }] : []
  })
}
