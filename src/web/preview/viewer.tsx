import { type ReactNode, useState } from 'react'
import download from 'virtual:icon/download'
import { fileAddress } from '../api/file-address.ts'
import { loginPath, tokenOf } from '../api/session.ts'
import { useText } from '../i18n/index.ts'
import { Glyph } from '../ui/glyph.tsx'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { reasonOf } from './failure.ts'
import { FileBadge } from './file-badge.tsx'
import type { Source } from './source.ts'

type Props = { source: Source; tools?: ReactNode; note?: ReactNode; children: ReactNode }

/** The address that works without a header is asked for when it is wanted: it lives for minutes, the page for hours. */
const save = async ({ url, name }: Source): Promise<void> => {
  const link = document.createElement('a')
  link.href = (await fileAddress(url)) ?? url
  link.download = name
  link.click()
}
type DownloadProps = { source: Source; className: string; isNamed?: boolean; children: ReactNode }
const Download = ({ source, className, isNamed, children }: DownloadProps) => {
  const t = useText('preview')
  return (
    <a
      className={className}
      href={source.url}
      download={source.name}
      {...(isNamed ? { 'aria-label': t('download'), title: t('download') } : {})}
      onClick={(event) => {
        event.preventDefault()
        void save(source)
      }}
    >
      {children}
    </a>
  )
}

/** Back here afterwards. */
const SignIn = () => {
  const t = useText('preview')
  const { pathname, search } = window.location
  const to = new URLSearchParams({ to: pathname + search }).toString()
  return (
    <p className="preview-sign-in">
      <a className="preview-button" href={`${loginPath.admin}?${to}`}>
        {t('signIn.admin')}
      </a>
      <a className="preview-plain" href={`${loginPath.user}?${to}`}>
        {t('signIn.member')}
      </a>
    </p>
  )
}

/** Where files are, for whoever may look for them there. */
export const Ways = () => {
  const t = useText('preview')
  const way = tokenOf('admin') ? ['/admin', 'toAdmin'] : tokenOf('user') ? ['/user', 'toMember'] : ['/', 'toHome']
  const [href = '', words = ''] = way
  return (
    <a className="preview-plain" href={href}>
      {t(words)}
    </a>
  )
}

/** Inside the page of a record, which has its name, its language and its way to the file already. */
const isFramed = window.self !== window.top

/** The name above, the tools of the viewer beside it, the document below. */
export const Viewer = ({ source, tools, note, children }: Props) => {
  const t = useText('preview')
  return (
    <div className="preview" data-framed={isFramed || undefined}>
      <header className="preview-bar">
        <div className="preview-name">
          <FileBadge suffix={source.suffix} />
          <h1 title={source.name}>{source.name}</h1>
        </div>
        <div className="preview-tools" role="toolbar" aria-label={t('tools')}>
          {tools}
        </div>
        <div className="preview-end">
          <Download source={source} className="tool" isNamed>
            <Glyph body={download} size={18} />
          </Download>
          <LanguageSwitch />
        </div>
      </header>
      {note && <p className="preview-note">{note}</p>}
      <main>{children}</main>
    </div>
  )
}

/** Nothing for a moment, then how far it is: most files are there before one could read it. */
export const Waiting = ({ share, label }: { share: number | null; label?: string }) => {
  const t = useText('preview')
  const text = label ?? t('loading')
  return (
    <div className="preview-wait" role="status">
      <progress aria-label={text} max={1} {...(share === null ? {} : { value: share })} />
      <span>{share === null ? text : `${text} ${Math.round(share * 100)}%`}</span>
      <small>{t('stillWorking')}</small>
    </div>
  )
}

/** Says why, and offers what always works. */
export const Refused = ({ source, error, children }: { source: Source; error: unknown; children?: ReactNode }) => {
  const t = useText('preview')
  const reason = reasonOf(error)
  return (
    <div className="preview-none" role="alert">
      <FileBadge suffix={source.suffix} size="large" />
      <h2>{t(`failure.${reason}.title`)}</h2>
      <p>{t(`failure.${reason}.next`)}</p>
      {children}
      {reason === 'signIn' && <SignIn />}
      {reason === 'gone' && <Ways />}
      {reason !== 'gone' && reason !== 'signIn' && (
        <Download source={source} className="preview-button">
          <Glyph body={download} />
          {t('download')}
        </Download>
      )}
    </div>
  )
}

/** A link out of a document is never followed by itself: the reader sees where it leads and decides. */
export const useLinks = (): { ask(href: string): void; notice: ReactNode } => {
  const t = useText('preview')
  const [href, ask] = useState('')
  const isOpenable = /^(https?:|mailto:)/i.test(href)
  const notice = href && (
    <div className="preview-link" role="alertdialog" aria-label={t('link.title')}>
      <span>{t(isOpenable ? 'link.leads' : 'link.blocked')}</span>
      <code>{href.slice(0, 300)}</code>
      {isOpenable && (
        <a className="preview-button" href={href} target="_blank" rel="noopener noreferrer" onClick={() => ask('')}>
          {t('link.open')}
        </a>
      )}
      <button type="button" className="preview-plain" onClick={() => ask('')}>
        {t('link.close')}
      </button>
    </div>
  )
  return { ask, notice }
}
