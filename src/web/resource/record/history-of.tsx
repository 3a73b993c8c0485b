import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import type { RowData } from '../../field/view.ts'
import { useLanguage, useText } from '../../i18n/index.ts'
import { type ResourceContext, ResourceInUse } from '../context.ts'
import { History } from './history.tsx'
import { loadResource } from '../load.ts'
import { nameOf, wordsOf } from '../../field/words.ts'

const useLoaded = (name: string) =>
  useQuery({ queryKey: ['resource', name], queryFn: () => loadResource(name), staleTime: Infinity, retry: false, enabled: name !== '' })

/** What stands inside speaks with the definition and the words of another resource. */
export const WithResource = ({ name, fallback = null, children }: { name: string; fallback?: ReactNode; children: ReactNode }) => {
  const lang = useLanguage()
  const t = useText('field')
  const { data } = useLoaded(name)
  const context = useMemo<ResourceContext | null>(
    () =>
      data
        ? {
            resource: data.resource,
            words: wordsOf(data.locale, lang, t),
            half: data.half,
            may: () => false,
            nameOf: (row: RowData) => nameOf(data.resource, row, lang),
          }
        : null,
    [data, lang, t],
  )
  return context ? <ResourceInUse value={context}>{children}</ResourceInUse> : fallback
}

/** The story of a record of any resource. */
export const RecordHistory = ({ resource, record }: { resource: string; record: number }) => (
  <WithResource name={resource}>
    <History id={record} />
  </WithResource>
)
