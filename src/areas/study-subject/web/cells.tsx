import { useText } from '#web'
import type { Cell } from './merge-api.ts'

/** What two records of a form say differently, side by side. */
export const Cells = ({ cells, heads }: { cells: readonly Cell[]; heads: readonly [string, string] }) => {
  const t = useText('merge')
  if (cells.length === 0) return <p className="merge-hint">{t('same')}</p>
  return (
    <table className="merge-table">
      <thead>
        <tr>
          {[t('variable'), ...heads].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {cells.map(({ field, label, from, into }) => (
          <tr key={field}>
            <th scope="row">{label}</th>
            <td>{from ?? <i>{t('blank')}</i>}</td>
            <td>{into ?? <i>{t('blank')}</i>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
