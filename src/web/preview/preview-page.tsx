import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import fileIcon from 'virtual:icon/file-search'
import { isThere, missing } from '../api/file.ts'
import { useText } from '../i18n/index.ts'
import { Glyph } from '../ui/glyph.tsx'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { Viewer, Refused, Waiting, Ways } from './viewer.tsx'
import { PreviewFailure } from './failure.ts'
import { type Kind, type Source, sourceOf } from './source.ts'
import { useOwnName } from './use-own-name.ts'
import './preview.css'

type View = ComponentType<{ source: Source }>
const frame = lazy<View>(() => import('./frame-view.tsx'))
const sheet = lazy<View>(() => import('./sheet/sheet-view.tsx'))
const text = lazy<View>(() => import('./text-view.tsx'))

/** A file that is not there has no type either: that comes first. */
const Unknown: View = ({ source }) => {
  const [there, setThere] = useState<boolean | null>(null)
  useEffect(() => {
    let wanted = true
    void isThere(source.url).then((is) => wanted && setThere(is))
    return () => void (wanted = false)
  }, [source.url])
  return (
    <Viewer source={source}>
      {there === null ? (
        <Waiting share={null} />
      ) : (
        <Refused source={source} error={new PreviewFailure(there ? 'unknownType' : missing())} />
      )}
    </Viewer>
  )
}

const views: Record<Kind, View> = {
  docx: frame,
  pptx: frame,
  markdown: frame,
  sheet,
  csv: sheet,
  pdf: lazy<View>(() => import('./pdf/pdf-view.tsx')),
  image: lazy<View>(() => import('./image-view.tsx')),
  text,
  json: text,
  legacy: lazy<View>(() => import('./legacy-view.tsx')),
  none: Unknown,
}

/** No file was named, or something that is none of ours. */
const Nothing = ({ isNamed }: { isNamed: boolean }) => {
  const t = useText('preview')
  return (
    <div className="preview">
      <header className="preview-bar">
        <div className="preview-name">
          <h1>{t('title.preview')}</h1>
        </div>
        <div className="preview-end">
          <LanguageSwitch />
        </div>
      </header>
      <main>
        <div className="preview-none" role="alert">
          <Glyph body={fileIcon} size={32} />
          {isNamed && <h2>{t('failure.gone.title')}</h2>}
          <p>{t(isNamed ? 'failure.gone.next' : 'nothing')}</p>
          <Ways />
        </div>
      </main>
    </div>
  )
}

export default function PreviewPage() {
  const [search] = useSearchParams()
  const source = useOwnName(sourceOf(search, window.location.origin), search.has('name'))
  if (!source) return <Nothing isNamed={Boolean(search.get('url') || search.get('file'))} />
  const View = views[source.kind]
  const waiting = (
    <Viewer source={source}>
      <Waiting share={null} />
    </Viewer>
  )
  return (
    <Suspense fallback={waiting}>
      <View key={source.url} source={source} />
    </Suspense>
  )
}
