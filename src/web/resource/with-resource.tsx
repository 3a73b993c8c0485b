import { type ReactNode, useCallback, useMemo } from 'react'
import { actionsOf, labelOf, rightsOf } from '#kernel'
import type { RowData } from '../field/view.ts'
import { useLanguage, useText } from '../i18n/index.ts'
import { useMay } from '../state/ability.tsx'
import { type ResourceContext, ResourceInUse } from './context.ts'
import type { Loaded } from './load.ts'
import { useDefinition } from './use-definition.ts'
import { nameOf, wordsOf } from '../field/words.ts'

const Ready = ({ loaded: { resource, locale, half }, children }: { loaded: Loaded; children: ReactNode }) => {
  const lang = useLanguage()
  const t = useText('field')
  const mayDo = useMay()
  const may = useCallback(
    (action: string) =>
      [...actionsOf(resource), ...rightsOf(resource)].includes(action) &&
      !(action === 'add' && half.madeElsewhere) &&
      mayDo(resource.base ?? resource.name, action),
    [resource, half, mayDo],
  )
  const context: ResourceContext = useMemo(() => {
    const words = wordsOf(locale, lang, t, resource.name)
    // Where a choice names the record, its word does.
    return { resource, words, half, may, nameOf: (row: RowData) => words.option(labelOf(resource, lang), nameOf(resource, row, lang)) }
  }, [resource, locale, half, lang, t, may])
  return <ResourceInUse value={context}>{children}</ResourceInUse>
}

type Props = {
  name: string
  /** While it is on its way. */
  fallback?: ReactNode
  /** In place of the fallback when it could not be loaded. */
  renderFailure?(error: Error, retry: () => void): ReactNode
  children: ReactNode
}

/** What stands inside speaks with the definition, the words and the rights of this resource. */
export const WithResource = ({ name, fallback = null, renderFailure, children }: Props) => {
  const { data, error, refetch } = useDefinition(name)
  if (data) return <Ready loaded={data}>{children}</Ready>
  return error && renderFailure ? renderFailure(error, () => void refetch()) : fallback
}
