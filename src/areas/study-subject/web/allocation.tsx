import { useResource } from '#web'

/** The sealed arm, for as long as the dialog is open; nothing keeps it. */
export const Allocation = ({ answer }: { answer: unknown }) => {
  const { words } = useResource()
  const arm: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'arm') : undefined
  return (
    <div className="detail">
      <dl>
        <div>
          <dt>{words.field('arm')}</dt>
          <dd>{typeof arm === 'string' ? arm : '–'}</dd>
        </div>
      </dl>
    </div>
  )
}
