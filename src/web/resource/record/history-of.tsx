import { WithResource } from '../with-resource.tsx'
import { History } from './history.tsx'

export { WithResource } from '../with-resource.tsx'

/** The story of a record of any resource. */
export const RecordHistory = ({ resource, record }: { resource: string; record: number }) => (
  <WithResource name={resource}>
    <History id={record} />
  </WithResource>
)
