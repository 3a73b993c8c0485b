import { useEffect, useRef, useState } from 'react'
import fold from 'virtual:icon/chevron-down'
import unfold from 'virtual:icon/chevron-up'
import pauseIcon from 'virtual:icon/pause'
import play from 'virtual:icon/play'
import close from 'virtual:icon/x'
import { useLanguage, useText } from '../i18n/index.ts'
import { go } from '../navigation/open.ts'
import { listAddress, useMenu } from '../state/menu.ts'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { formatNumber, formatSize } from '../ui/format.ts'
import { useNarrow } from '../ui/use-narrow.ts'
import { dropSending, pauseSending, resumeSending, sendLeft } from './sender.ts'
import { type Sending, useUploads } from './store.ts'
import './panel.css'

const two = (n: number): string => String(n).padStart(2, '0')
const leftOf = ({ size, sent, speed }: Sending): string | null => {
  if (speed < 1) return null
  const seconds = Math.ceil((size - sent) / speed)
  const hours = Math.floor(seconds / 3600)
  return hours ? `${hours}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}` : `${Math.floor(seconds / 60)}:${two(seconds % 60)}`
}

/** What its receiver said, and the door to what it spoke of where this person has one. */
const Told = ({ told }: { told: NonNullable<Sending['told']> }) => {
  const t = useText('upload')
  const list = useMenu((s) => listAddress(s.nodes, told.resource))
  const to = list && `${list}/${told.record}`
  return (
    <small className="upload-told" role="status">
      {told.text}{' '}
      {to && (
        <a
          href={to}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            void go(to)
          }}
        >
          {t('open')}
        </a>
      )}
    </small>
  )
}

/** To go on with what was left the browser needs the file once more. */
const ChooseAgain = ({ item }: { item: Sending }) => {
  const t = useText('upload')
  const input = useRef<HTMLInputElement>(null)
  const label = t('chooseAgain', { name: item.name })
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void sendLeft(item, file)
          event.target.value = ''
        }}
      />
      <Button look="quiet" icon={play} aria-label={label} title={label} onClick={() => input.current?.click()} />
    </>
  )
}

const Line = ({ item, onDrop }: { item: Sending; onDrop(item: Sending): void }) => {
  const t = useText('upload')
  const lang = useLanguage()
  const { key, name, folder, size, sent, speed, state, error, told } = item
  const left = state === 'sending' ? leftOf(item) : null
  const facts = [
    state === 'sending' || state === 'left' ? `${formatSize(sent, lang)} / ${formatSize(size, lang)}` : formatSize(size, lang),
    ...(state === 'sending' && speed >= 1 ? [`${formatSize(speed, lang)}/s`] : []),
    ...(left ? [t('left', { time: left })] : []),
    ...(state === 'sending' ? [] : [t(state === 'left' && item.left?.mark === null ? 'state.foreign' : `state.${state}`)]),
  ]
  return (
    <li data-state={state}>
      <div className="upload-name">
        <b title={folder ? `${folder}/${name}` : name}>
          {folder && <small>{folder}/</small>}
          {name}
        </b>
        <small role={error ? 'alert' : undefined}>{error ?? facts.join(' · ')}</small>
        {told && <Told told={told} />}
        <progress max={1} value={size ? sent / size : 1} aria-label={t('progress', { name })} />
      </div>
      {state === 'sending' && <Button look="quiet" icon={pauseIcon} aria-label={t('pause', { name })} onClick={() => pauseSending(key)} />}
      {(state === 'paused' || state === 'failed') && (
        <Button look="quiet" icon={play} aria-label={t('resume', { name })} onClick={() => resumeSending(key)} />
      )}
      {item.left?.mark && <ChooseAgain item={item} />}
      <Button look="quiet" icon={close} aria-label={t(state === 'done' ? 'dismiss' : 'cancel', { name })} onClick={() => onDrop(item)} />
    </li>
  )
}

/** So much is sent again without a word: of more somebody is asked before it goes. */
const LITTLE = 1024 ** 2
const useDrop = () => {
  const t = useText('upload')
  const lang = useLanguage()
  const { ask, dialog } = useConfirm()
  const drop = async ({ key, name, state, sent }: Sending): Promise<void> => {
    const question = {
      title: t('end.title', { name }),
      detail: t('end.detail', { sent: formatSize(sent, lang) }),
      yes: t('end.yes'),
      no: t('end.no'),
      danger: true,
    }
    if (state === 'done' || sent <= LITTLE || (await ask(question))) dropSending(key)
  }
  return { drop, dialog }
}

/** What is on its way and what has arrived. It lies over every page and goes when it is empty. */
export default function UploadPanel() {
  const t = useText('upload')
  const lang = useLanguage()
  const items = useUploads((s) => s.items)
  const [chosen, setFolded] = useState<boolean>()
  const isNarrow = useNarrow()
  const { drop, dialog } = useDrop()
  const open = items.filter(({ state }) => state === 'sending' || state === 'waiting').length
  useEffect(() => {
    if (open === 0) return
    // Closing the window ends what is under way; sent again, it goes on.
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [open])
  const dismiss = (): void => {
    for (const { key, state } of items) if (state === 'done') dropSending(key)
  }
  const done = items.filter(({ state }) => state === 'done').length
  const left = items.filter(({ state }) => state === 'left').length
  // On a phone it would cover what people came for: with nothing left to do it is one line.
  const isFolded = chosen ?? (isNarrow && items.every(({ state, told }) => state === 'done' && !told))
  return (
    <section className="upload-panel" aria-label={t('title')}>
      <header>
        <h2 role="status">
          {open
            ? t('sending', { count: open, amount: formatNumber(open, lang) })
            : done
              ? t('sent', { count: done, amount: formatNumber(done, lang) })
              : left
                ? t('unfinished', { count: left, amount: formatNumber(left, lang) })
                : t('title')}
        </h2>
        {done > 0 && (
          <Button look="quiet" onClick={dismiss}>
            {t('clear')}
          </Button>
        )}
        <Button
          look="quiet"
          icon={isFolded ? unfold : fold}
          aria-label={t(isFolded ? 'unfold' : 'fold')}
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
        />
      </header>
      {!isFolded && (
        <ul>
          {items.map((item) => (
            <Line key={item.key} item={item} onDrop={(one) => void drop(one)} />
          ))}
        </ul>
      )}
      {dialog}
    </section>
  )
}
