import { useText } from '#web'
import { followInside } from '#web/resource/list/label-link.tsx'

type Held = { id: number; version: number; title: string }
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const isHeld = (value: unknown): value is Held => isRecord(value) && typeof value['id'] === 'number' && typeof value['title'] === 'string'
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The overrides that this run judged by, each with the version that held. */
export const RunDiffers = ({ versions }: { versions: unknown }) => {
  const t = useText('control')
  const held = listOf(versions).flatMap((one) => (isRecord(one) ? listOf(one['overrides']).filter(isHeld) : []))
  if (held.length === 0) return null
  return (
    <>
      <h2 className="run-evidence-title">{t('override.differed')}</h2>
      <ul className="run-differs">
        {held.map(({ id, version, title }) => {
          const address = `/admin/control/override/${id}`
          return (
            <li key={id}>
              <a href={address} onClick={(event) => followInside(event, address)}>
                {title}
              </a>{' '}
              v{version}
            </li>
          )
        })}
      </ul>
    </>
  )
}
