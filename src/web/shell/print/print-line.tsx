import { useEffect, useState } from 'react'
import { useText } from '../../i18n/index.ts'
import { useAdmin } from '../../state/admin.ts'
import { exactTime } from '../../ui/format.ts'
import './print.css'

/** Who printed the page, and when: on paper alone. */
export const PrintLine = () => {
  const t = useText('shell')
  const { nickname, username } = useAdmin()
  const [at, setAt] = useState('')
  useEffect(() => {
    const paper = window.matchMedia('print')
    const note = () => paper.matches && setAt(exactTime(new Date()))
    note()
    paper.addEventListener('change', note)
    return () => paper.removeEventListener('change', note)
  }, [])
  return <p className="print-line">{t('printed', { name: nickname || username, time: at })}</p>
}
