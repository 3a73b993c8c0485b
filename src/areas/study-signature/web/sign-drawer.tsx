import { Drawer } from 'antd'
import { type RowData, useResource } from '#web'
import { SignatureForm } from '#web/study/signature/form.tsx'
import { WaivedList, waivedIn } from '#web/study/signature/waived.tsx'

/** Signed where it waits: what it is, what was left open of it, and the password again. */
export const SignDrawer = ({ rows, onDone, onClose }: { rows: readonly RowData[]; onDone(): void; onClose(): void }) => {
  const { words, nameOf } = useResource()
  const [row] = rows
  if (!row) return null
  const signed = () => {
    onDone()
    // Signed, nothing is left to do here: the same form would ask for a second signature and be refused.
    onClose()
  }
  const facts = (['study', 'scope', 'title', 'records', 'hash'] as const).map((name) => ({
    name: words.field(name),
    value: name === 'scope' ? words.option('scope', String(row[name])) : String((name === 'study' ? row._labels?.[name] : row[name]) ?? ''),
  }))
  return (
    <Drawer open autoFocus={false} onClose={onClose} size={560} title={`${words.action('sign')} · ${nameOf(row)}`}>
      <div className="signature-sheet">
        <dl className="signature-facts">
          {facts.map(({ name, value }) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
        </dl>
        <WaivedList waived={waivedIn(row) ?? []} />
        <SignatureForm id={row.id} isPart={row['scope'] !== 'study'} begins onSigned={signed} />
      </div>
    </Drawer>
  )
}
