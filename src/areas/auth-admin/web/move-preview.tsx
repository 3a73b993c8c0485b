import { useQuery } from '@tanstack/react-query'
import { ensureText, type RowData, useResource, useText } from '#web'
import { runAction } from '#web/api/resource.ts'
import { uuid } from '#web/api/uuid.ts'
import '#web/ui/effect.css'
import { joinNames } from '#web/ui/format.ts'

await ensureText('area')

type Effect = { id: number; all: boolean; gains: string[]; loses: string[] }
const SHOWN = 4

/** A department is also what people see by: what the move opens and closes is said before it happens. */
export const MovePreview = ({ rows, values }: { rows: readonly RowData[]; values: Record<string, unknown> }) => {
  const t = useText('area')
  const { resource, nameOf } = useResource()
  const to = values['toDepartment']
  const ids = rows.map((r) => r.id)
  const { data, error } = useQuery({
    queryKey: ['move', ids.join(), to],
    queryFn: () =>
      runAction(resource.name, 'moveEffect', ids, { toDepartment: to }, uuid(), { showError: false, showSuccess: false }).then(
        (a) => (a.data as { list: Effect[] }).list,
      ),
    enabled: typeof to === 'number',
    staleTime: 0,
    gcTime: 0,
  })
  if (typeof to !== 'number') return null
  const short = (names: readonly string[]) =>
    names.length > SHOWN ? t('people.andMore', { names: joinNames(names.slice(0, SHOWN)), count: names.length }) : joinNames(names)
  const changed = data?.filter((e) => e.gains.length || e.loses.length) ?? []
  return (
    <section className="effect" aria-live="polite">
      <h3>{t('people.effect')}</h3>
      {error ? (
        <p role="alert">{error.message}</p>
      ) : !data ? (
        <p>{t('people.checking')}</p>
      ) : (
        <>
          {changed.length === 0 && <p>{t('people.noEffect')}</p>}
          <ul>
            {changed.map((e) => (
              <li key={e.id}>
                <b>{nameOf(rows.find((r) => r.id === e.id)!)}</b>
                {e.loses.length > 0 && <small>{t('people.loses', { names: short(e.loses) })}</small>}
                {e.gains.length > 0 && <small>{t('people.gains', { names: short(e.gains) })}</small>}
              </li>
            ))}
          </ul>
          <p>{t('people.sessions')}</p>
        </>
      )}
    </section>
  )
}
