import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ListPage, Resource } from '#kernel'
import { type Loaded, loadResource } from './load.ts'

/** Definition, words and web half of a resource: those of the build once, those made at run time until their revision changes. */
export const useDefinition = (name: string) =>
  useQuery({ queryKey: ['resource', name], queryFn: () => loadResource(name), staleTime: Infinity, retry: false, enabled: name !== '' })

/**
 * Somebody changed the table meanwhile: the list answers with another revision, or refuses a column that is gone. The definition is
 * loaded again; what is on screen stays until it is there.
 */
export const useNewRevision = ({ name }: Resource, page: ListPage<object> | undefined, error: Error | null): void => {
  const client = useQueryClient()
  const told = page?.revision
  useEffect(() => {
    const known = client.getQueryData<Loaded>(['resource', name])?.revision
    if (known && (error || (told && told !== known))) void client.invalidateQueries({ queryKey: ['resource', name] })
  }, [client, name, told, error])
}
