import { useCallback } from 'react'
import { Link } from 'react-router'
import { type EntryPlace, fetchExpected } from '../../api/member-entry.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { useText } from '../../i18n/index.ts'
import '../../ui/button.css'
import { isTodo, placeAddress } from './entry-place.ts'

/** What comes after a form is handed in: the next one that waits, or that none does. */
export const EntryNext = ({ place }: { place: EntryPlace }) => {
  const t = useText('entry')
  const { gather } = place
  const { data } = useAnswer(useCallback(() => fetchExpected({ gather, view: 'todo', code: '', page: 1 }), [gather]))
  const next = data?.list.flatMap(({ id, code, cells }) => cells.filter(isTodo).map((cell) => ({ id, code, cell })))[0]
  return (
    <>
      <p role="status">
        {t('handedIn')} {data && !next && t('noneTodo')}
      </p>
      <p className="member-tools">
        {next && (
          <Link className="btn" data-look="primary" to={placeAddress(gather, next.id, next.cell)}>
            {t('nextOne', { name: [next.code, next.cell.name].filter(Boolean).join(' · ') })}
          </Link>
        )}
        <Link className="btn" to={`?gather=${gather}`}>
          {t('toList')}
        </Link>
      </p>
    </>
  )
}
