import { marked } from 'marked'
import { type MouseEvent, useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useAnswer } from '../api/use-answer.ts'
import SafeHtml from '../field/editor/safe-html.tsx'
import { useLanguage } from '../i18n/index.ts'
import { Failure, Skeleton } from '../ui/states.tsx'
import { type ChapterName, chapterText } from './chapters.ts'
import './guide.css'

/** A chapter of the guide. Its links open pages of this system without a reload. */
export default function Chapter({ name }: { name: ChapterName }) {
  const lang = useLanguage()
  const navigate = useNavigate()
  const load = useCallback(async () => marked.parse(await chapterText(name, lang), { gfm: true }), [name, lang])
  const { data, error, reload } = useAnswer(load)
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const to = link?.getAttribute('href')
    if (!to?.startsWith('/') || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void navigate(to)
  }
  if (data === undefined) return error ? <Failure error={error} retry={reload} /> : <Skeleton rows={8} />
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- its links take the focus
    <article className="guide" onClick={follow}>
      <SafeHtml html={data} />
    </article>
  )
}
