import { marked } from 'marked'
import { type MouseEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import SafeHtml from '../field/editor/safe-html.tsx'
import { useLanguage } from '../i18n/index.ts'
import { Failure, Skeleton } from '../ui/states.tsx'
import { type ChapterName, chapterText } from './chapters.ts'
import './guide.css'

type Shown = { html: string } | { error: Error }

/** A chapter of the guide. Its links open pages of this system without a reload. */
export default function Chapter({ name }: { name: ChapterName }) {
  const lang = useLanguage()
  const navigate = useNavigate()
  const [shown, setShown] = useState<Shown>()
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let wanted = true
    chapterText(name, lang)
      .then((text) => marked.parse(text, { gfm: true }))
      .then(
        (html) => wanted && setShown({ html }),
        (error: unknown) => wanted && setShown({ error: error instanceof Error ? error : new Error(String(error)) }),
      )
    return () => void (wanted = false)
  }, [name, lang, tries])
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const to = link?.getAttribute('href')
    if (!to?.startsWith('/') || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void navigate(to)
  }
  if (!shown) return <Skeleton rows={8} />
  if ('error' in shown) return <Failure error={shown.error} retry={() => setTries(tries + 1)} />
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- its links take the focus
    <article className="guide" onClick={follow}>
      <SafeHtml html={shown.html} />
    </article>
  )
}
