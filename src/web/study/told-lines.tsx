import { Link } from 'react-router'
import './told-lines.css'

/** What the server tells of a fact, in the reader's words: what it is, and what it became; `to` where the reader opens it. */
export type Told = { title: string; before: string | null; after: string | null; to?: string }

const HASH = /^[0-9a-f]{64}$/
const Line = ({ line: { title, before, after, to }, empty }: { line: Told; empty: string }) => (
  <p>
    <span>{title}</span>
    <b>
      {before !== null && (
        <>
          <del>{before}</del> <span aria-hidden>→</span>{' '}
        </>
      )}
      {after === null ? <i>{empty}</i> : to ? <Link to={to}>{after}</Link> : HASH.test(after) ? <code>{after}</code> : <ins>{after}</ins>}
    </b>
  </p>
)

/** Changes, proofs and files, wherever they are read: in a thread, in the member centre, in the trail of a study. */
export const ToldLines = ({ lines, empty = '∅' }: { lines: readonly Told[]; empty?: string }) =>
  lines.length === 0 ? null : (
    <div className="told-lines">
      {lines.map((line, i) => (
        <Line key={i} line={line} empty={empty} />
      ))}
    </div>
  )
