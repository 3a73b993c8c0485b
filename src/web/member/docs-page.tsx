import Chapter from '../guide/chapter.tsx'
import '../ui/panel-card.css'

/** What a site has to know, in the member centre. */
export default function MemberDocsPage() {
  return (
    <div className="panel-card">
      <Chapter name="site" />
    </div>
  )
}
