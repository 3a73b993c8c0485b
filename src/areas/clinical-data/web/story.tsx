import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useResource, useText } from '#web'
import { useMay } from '#web/state/ability.tsx'
import { exactTime } from '#web/ui/format.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { fetchStory, formIdOf, type Change } from './api.ts'

/** The file that said it, and in which row. */
const Brought = ({ id, name, number, row }: NonNullable<Change['delivery']>) => {
  const t = useText('clinical')
  const may = useMay()
  const said = row === null ? t('delivered', { name, number }) : t('deliveredRow', { name, number, row })
  return may('gather.delivery', 'index') ? <Link to={`/admin/gather/delivery/${id}`}>{said}</Link> : <span>{said}</span>
}

type Props = {
  id: number
  field: string
  version: number | undefined
  /** What a variable was called that has no field any more. */ label?: string
}

/** Every value that a cell has had, the newest first. */
export const Story = ({ id, field, version, label }: Props) => {
  const t = useText('clinical')
  const { resource, words } = useResource()
  const form = formIdOf(resource.name)
  const title = label ?? words.field(field)
  const { data, error, refetch } = useQuery({
    queryKey: ['clinical', 'story', form, id, field, version],
    queryFn: ({ signal }) => fetchStory(form, id, field, signal),
  })
  const shown = (value: string | null) => (value === null ? '∅' : words.option(field, value))
  return (
    <section className="clinical-story" aria-label={t('storyOf', { field: title })}>
      <h2>{title}</h2>
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={3} />
      ) : data.length === 0 ? (
        <p>{t('noStory')}</p>
      ) : (
        <ol>
          {data.map((change) => (
            <li key={change.id}>
              <p>
                {change.before !== null && <del>{shown(change.before)}</del>} <ins>{shown(change.after)}</ins>
                {change.entered !== null && <span> {t('enteredAs', { entered: change.entered })}</span>}
              </p>
              <small>
                <time dateTime={change.at}>{exactTime(new Date(change.at))}</time> {change.by}
                {change.delivery && <Brought {...change.delivery} />}
                {change.source === 'origin' && <em> {t('otherSystem')}</em>}
              </small>
              {change.reason && <small>{t('because', { reason: change.reason })}</small>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
