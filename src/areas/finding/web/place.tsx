import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Row } from '#kernel'
import { type RowData, useResource, useText } from '#web'
import { readRow } from '#web/api/resource.ts'
import type { finding } from '../index.ts'
import { VariableName } from './variable-name.tsx'

type Finding = Row<typeof finding> & Pick<RowData, '_labels'>

const shown = (value: unknown): string => (value === null || value === undefined || value === '' ? '∅' : String(value))

/** The one value that was found, as the record has it now; of several nothing is said, and nothing to who may not read the record. */
const useNow = ({ form, record, slot, version }: Finding): unknown => {
  const column = slot !== null && /^v\d+$/.test(slot) ? slot : null
  const { data } = useQuery({
    queryKey: ['row', `clinical.data.f${form ?? 0}`, record, 'now', version],
    queryFn: ({ signal }) => readRow(`clinical.data.f${form ?? 0}`, record ?? 0, signal),
    enabled: form !== null && record !== null && column !== null,
    staleTime: 0,
    retry: false,
  })
  return column === null ? undefined : data?.row[column]
}

/** Where it was found, and what became of the value since. */
export const Place = ({ row }: { row: Finding }) => {
  const t = useText('control')
  const { words } = useResource()
  const now = useNow(row)
  const isOther = now !== undefined && shown(now) !== shown(row.value)
  const named = (['form', 'subject', 'visit', 'department'] as const).flatMap((name) => {
    const label = row._labels?.[name]
    return label ? [{ name, label: String(label) }] : []
  })
  return (
    <>
      <dl className="finding-context">
        {named.map(({ name, label }) => (
          <div key={name}>
            <dt>{words.field(name)}</dt>
            <dd>{label}</dd>
          </div>
        ))}
        <div data-looked={row.state === 'resolved' ? 'resolved' : true}>
          <dt>
            ▲ <VariableName row={row} />
          </dt>
          <dd>
            {isOther ? (
              <>
                <small>{t('finding.then')}</small> <del>{shown(row.value)}</del> → <small>{t('finding.now')}</small> <ins>{shown(now)}</ins>
              </>
            ) : (
              <>
                {row.state === 'resolved' && now === undefined && <small>{t('finding.then')} </small>}
                {shown(row.value)}
              </>
            )}
          </dd>
        </div>
      </dl>
      <p>
        <Link to={`/admin/clinical/data?study=${row.study ?? ''}&form=${row.form ?? ''}&record=${row.record ?? ''}`}>
          {t('finding.open')}
        </Link>
      </p>
    </>
  )
}
