import { ruleFor } from '#kernel'
import { useCan } from '../../state/ability.tsx'
import { useResource } from '../context.ts'
import { WithResource } from '../with-resource.tsx'
import { History } from './history.tsx'

export { WithResource } from '../with-resource.tsx'

const Told = ({ record }: { record: number }) => (useCan(ruleFor(useResource().resource, 'index')) ? <History id={record} /> : null)

/** The story of a record of any resource, for whoever may read such records: a log names others, too. */
export const RecordHistory = ({ resource, record }: { resource: string; record: number }) => (
  <WithResource name={resource}>
    <Told record={record} />
  </WithResource>
)
