import type { Row } from '#kernel'
import { type InputViewProps, useResource } from '#web'
import { inputs, lookOf } from '#web/field/inputs.tsx'
import { WithResource } from '#web/resource/with-resource.tsx'
import type { query } from '../index.ts'
import { Now } from './now.tsx'
import { useThread } from './use-thread.ts'
import './query.css'

type Query = Row<typeof query>

const About = ({ row }: { row: Query }) => {
  const { data } = useThread(row)
  return (
    <section className="query-about">
      <p className="query-question">{row.text}</p>
      {data?.cell && <Now row={row} cell={data.cell} beside />}
    </section>
  )
}
/** The question stays in sight while it is dealt with; of several at once only their names. */
export const Asked = ({ rows: [row, ...others] }: { rows: readonly Query[] }) => (row && others.length === 0 ? <About row={row} /> : null)

const Plain = inputs.string
const AsInForm = ({ column, ...props }: InputViewProps & { column: string }) => {
  const { resource, words } = useResource()
  const field = resource.fields[column]
  if (!field) return <Plain {...props} />
  const Input = inputs[lookOf(field)]
  return <Input {...props} name={column} field={field} words={words} />
}
const Entered = ({ row, ...props }: InputViewProps & { row: Query & { field: string } }) => {
  const { data, error } = useThread(row)
  if (error || data?.cell === null) return <Plain {...props} />
  const waiting = <span className="input form-waiting" />
  if (!data?.cell) return waiting
  return (
    <WithResource name={data.cell.resource} fallback={waiting} renderFailure={() => <Plain {...props} />}>
      <AsInForm {...props} column={row.field} />
    </WithResource>
  )
}
/** A value is corrected as it is entered: a code is chosen, a number has its unit. */
export const Corrected = ({ rows: [row], ...props }: InputViewProps & { rows: readonly Query[] }) =>
  row && row.field !== null ? <Entered {...props} row={{ ...row, field: row.field }} /> : <Plain {...props} />
