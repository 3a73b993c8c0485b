import upload from 'virtual:icon/upload'
import { useResource, useText } from '#web'
import { go } from '#web/navigation/open.ts'
import { Button } from '#web/ui/button.tsx'
import { formIdOf } from './api.ts'
import { usePlace } from './place.ts'
import { useForms } from './use-forms.ts'

/** More of them are found in their list. */
const MOST = 3
const Doors = ({ study, form }: { study: number; form: number }) => {
  const t = useText('clinical')
  const { data } = useForms(study)
  const found = data?.find(({ id }) => id === form)
  if (!found || found.held !== null) return null
  return found.gathers.slice(0, MOST).map(({ id, name }) => (
    <Button key={id} icon={upload} onClick={() => void go(`/admin/gather/project/${id}?tab=deliveries`)}>
      {t('importTo', { name })}
    </Button>
  ))
}

/** A form without records is filled from a file, too: where its gather projects take one. */
export const ImportDoor = () => {
  const { resource } = useResource()
  const { place } = usePlace()
  return place.study === null ? null : <Doors study={place.study} form={formIdOf(resource.name)} />
}
