import { useResource } from '#web'

const NAMES = ['name', 'idNumber', 'phone', 'address'] as const
const isIdentity = (answer: unknown): answer is Readonly<Record<string, string | null>> => typeof answer === 'object' && answer !== null

/** Who it is, for as long as the dialog is open; nothing keeps it. */
export const Identity = ({ answer }: { answer: unknown }) => {
  const { words } = useResource()
  if (!isIdentity(answer)) return null
  return (
    <div className="detail">
      <dl>
        {NAMES.map((name) => (
          <div key={name}>
            <dt>{words.field(name)}</dt>
            <dd>{answer[name] || '–'}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
