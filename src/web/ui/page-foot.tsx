import { useText } from '../i18n/index.ts'
import { useSite } from '../state/site.ts'
import './page-foot.css'

/** What stands at the end of a page outside the back office: the record number, and the licences of what the page is made of. */
export const PageFoot = () => {
  const t = useText()
  const { recordNumber } = useSite()
  return (
    <footer className="page-foot">
      {recordNumber && <span>{recordNumber}</span>}
      <a href="/licenses.txt" target="_blank" rel="noreferrer">
        {t('licenses')}
      </a>
    </footer>
  )
}
