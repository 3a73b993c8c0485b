import { Link } from 'react-router'
import { useText } from '#web'

type Props = { path: 'finding' | 'query' | 'study/mark'; form: number; record: number; shown: number; total: number }
/** What is left out here is said, with the list where it stands. */
export const More = ({ path, form, record, shown, total }: Props) => {
  const t = useText('clinical')
  if (total <= shown) return null
  return (
    <p>
      <Link to={`/admin/${path}?filter=form:IN:${form}&filter=record:IN:${record}`}>{t('more', { count: total - shown })}</Link>
    </p>
  )
}
