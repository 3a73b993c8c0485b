import { Drawer } from 'antd'
import { type RowData, useResource } from '#web'
import { SignatureForm } from '#web/study/signature/form.tsx'

/** Signed where it waits: what it is, and the password again. */
export const SignDrawer = ({ rows, onDone, onClose }: { rows: readonly RowData[]; onDone(): void; onClose(): void }) => {
  const { words, nameOf } = useResource()
  const [row] = rows
  if (!row) return null
  const facts = (['scope', 'title', 'records', 'hash'] as const).map((name) => ({
    name: words.field(name),
    value: name === 'scope' ? words.option('scope', String(row[name])) : String(row[name] ?? ''),
  }))
  return (
    <Drawer open onClose={onClose} size={560} title={`${words.action('sign')} · ${nameOf(row)}`}>
      <dl className="signature-facts">
        {facts.map(({ name, value }) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>])}
      </dl>
      <SignatureForm id={row.id} isPart={row['scope'] !== 'study'} onSigned={onDone} />
    </Drawer>
  )
}
