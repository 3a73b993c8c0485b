import { exactTime, momentOf } from '../ui/format.ts'
import type { Said } from './api.ts'
import './comments.css'

/** Whoever is mentioned stands out. */
const Words = ({ text, mentions }: Pick<Said, 'text' | 'mentions'>) => {
  const names = mentions.map((name) => `@${name}`)
  const parts: string[] = []
  let rest = text
  while (rest) {
    const at = names.map((name) => rest.indexOf(name)).filter((i) => i >= 0)
    const first = at.length ? Math.min(...at) : -1
    const name = names.filter((one) => rest.startsWith(one, first)).toSorted((a, b) => b.length - a.length)[0]
    if (first < 0 || !name) {
      parts.push(rest)
      break
    }
    parts.push(rest.slice(0, first), name)
    rest = rest.slice(first + name.length)
  }
  return <p>{parts.map((part, i) => (names.includes(part) ? <b key={i}>{part}</b> : part))}</p>
}

/** What was said, oldest first. */
export const SaidList = ({ said }: { said: readonly Said[] }) => (
  <ol>
    {said.map(({ id, at, by, text, mentions }) => {
      const moment = momentOf(at)
      return (
        <li key={id}>
          <p className="comment-head">
            <b>{by}</b>
            {moment && <time dateTime={at}>{exactTime(moment)}</time>}
          </p>
          <Words text={text} mentions={mentions} />
        </li>
      )
    })}
  </ol>
)
