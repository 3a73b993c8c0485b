import { useEffect, useState } from 'react'
import { ownName } from '../api/file.ts'
import type { Source } from './source.ts'

/** A link without a name shows what the file was called when it was uploaded, not the name it is stored under. */
export const useOwnName = (source: Source | null, isNamed: boolean): Source | null => {
  const [found, setFound] = useState<{ url: string; name: string } | null>(null)
  const url = isNamed ? undefined : source?.url
  useEffect(() => {
    if (!url) return
    let wanted = true
    ownName(url).then(
      (name) => wanted && name && setFound({ url, name }),
      () => {},
    )
    return () => void (wanted = false)
  }, [url])
  return source && found && found.url === url ? { ...source, name: found.name } : source
}
