import { useSearchParams } from 'react-router'
import download from 'virtual:icon/download'
import fileIcon from 'virtual:icon/file-text'
import { useText } from '../i18n/index.ts'
import { Glyph } from '../ui/glyph.tsx'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { type Source, sourceOf } from './source.ts'
import './preview.css'

const Viewer = ({ source }: { source: Source }) => {
  const t = useText('preview')
  if (source.kind === 'image') return <img src={source.url} alt={source.name} />
  // The browser's own viewer; the sandbox keeps a text file from becoming a page of ours.
  if (source.kind === 'pdf') return <iframe src={source.url} title={source.name} />
  if (source.kind === 'text') return <iframe src={source.url} title={source.name} sandbox="" />
  return (
    <div className="preview-none">
      <Glyph body={fileIcon} size={32} />
      <p>{t(source.kind === 'office' ? 'officeLater' : 'unknownType')}</p>
      <a className="preview-button" href={source.url} download={source.name}>
        {t('download')}
      </a>
    </div>
  )
}

export default function PreviewPage() {
  const t = useText('preview')
  const [search] = useSearchParams()
  const source = sourceOf(search, window.location.origin)
  return (
    <div className="preview">
      <header>
        <h1>{source?.name || t('title.preview')}</h1>
        {source && (
          <a href={source.url} download={source.name} aria-label={t('download')} title={t('download')}>
            <Glyph body={download} size={18} />
          </a>
        )}
        <LanguageSwitch />
      </header>
      <main>
        {source ? (
          <Viewer source={source} />
        ) : (
          <div className="preview-none">
            <Glyph body={fileIcon} size={32} />
            <p>{t('nothing')}</p>
          </div>
        )}
      </main>
    </div>
  )
}
