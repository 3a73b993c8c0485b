import { useEffect, useId, useRef, useState } from 'react'
import download from 'virtual:icon/download'
import { saidReason } from '#kernel'
import { ensureText, useText } from '#web'
import { Marks } from '#web/live/marks.ts'
import { keepReading } from '#web/live/stream.ts'
import { hasEnded, taskEventOf } from '#web/live/task-event.ts'
import { formatNumber } from '#web/ui/format.ts'
import { Button } from '#web/ui/button.tsx'
import { handOver } from '#web/ui/hand-over.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { behind } from '#web/languages.ts'
import './task.css'

await ensureText('task')

type Reading = { lines: readonly string[]; isOver: boolean }
/** The lines of one task, from its first to those that are written now. Once it has ended the stream is left; run again, it is read on. */
const useLog = (task: number, hasEndedHere: boolean): Reading => {
  const [log, setLog] = useState<Reading>({ lines: [], isOver: false })
  const read = useRef({ marks: new Marks(), isOver: false })
  useEffect(() => {
    if (hasEndedHere && read.current.isOver) return
    const control = new AbortController()
    void keepReading({
      params: { task },
      marks: read.current.marks,
      signal: control.signal,
      isOver: () => read.current.isOver,
      onEvent: (event) => {
        const told = taskEventOf(event)
        const { lines, state } = told ?? {}
        if (lines) setLog((old) => ({ ...old, lines: [...old.lines, ...lines] }))
        if (!state) return
        const isOver = hasEnded(state)
        read.current.isOver = isOver
        setLog((old) => ({ ...old, isOver }))
      },
    })
    return () => control.abort()
  }, [task, hasEndedHere])
  return log
}

const textOf = (lines: readonly string[]) => new Blob([`${lines.join('\n')}\n`], { type: 'text/plain;charset=utf-8' })

const LAST = 5
/** Beside the error of what failed: what was said last before it. */
export const LastLines = ({ task }: { task: number }) => {
  const t = useText('task')
  const lang = behind(useLanguage())
  const { lines } = useLog(task, true)
  if (lines.length === 0) return null
  return (
    <section className="detail">
      <h3>{t('lastLines')}</h3>
      <pre className="detail-long detail-code">
        {lines
          .slice(-LAST)
          .map((line) => saidReason(line, lang))
          .join('\n')}
      </pre>
    </section>
  )
}

/** The log of a task: it follows, it can be searched and taken along. */
export const Log = ({ task, title, state }: { task: number; title: string; state: string | null }) => {
  const t = useText('task')
  const lang = useLanguage()
  const id = useId()
  const { lines: kept, isOver } = useLog(task, hasEnded(state))
  const lines = kept.map((line) => saidReason(line, behind(lang)))
  const [find, setFind] = useState('')
  const [follows, setFollows] = useState(true)
  const box = useRef<HTMLPreElement>(null)
  const wanted = find.trim().toLowerCase()
  const shown = wanted ? lines.filter((line) => line.toLowerCase().includes(wanted)) : lines
  const length = shown.length
  useEffect(() => {
    if (follows && length > 0) box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [follows, length])
  const count = (n: number) => formatNumber(n, lang)
  return (
    <div className="record-card task-log">
      <div className="task-log-tools">
        <input
          id={id}
          type="search"
          value={find}
          placeholder={t('find')}
          aria-label={t('find')}
          onChange={(e) => setFind(e.target.value)}
        />
        <span role="status">
          {wanted ? t('found', { found: count(shown.length), all: count(lines.length) }) : t('lines', { count: lines.length })}
          {!isOver && ` · ${t('following')}`}
        </span>
        <label>
          <input type="checkbox" checked={follows} onChange={(e) => setFollows(e.target.checked)} />
          {t('toEnd')}
        </label>
        <Button
          icon={download}
          disabled={lines.length === 0}
          onClick={() => handOver({ blob: textOf(lines), headers: new Headers() }, `${title || 'task'}-${task}.log`)}
        >
          {t('download')}
        </Button>
      </div>
      {/* Long lines hold nothing to focus: without a stop of its own the keyboard could not scroll them. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre ref={box} tabIndex={0} role="log" aria-live="off" aria-label={t('log')}>
        {shown.length ? shown.join('\n') : <i>{t(wanted ? 'notFound' : isOver ? 'noLines' : 'noLinesYet')}</i>}
      </pre>
    </div>
  )
}
