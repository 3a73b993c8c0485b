import { lazy, Suspense } from 'react'
import { useText } from '../../i18n/index.ts'
import type { InputViewProps } from '../view.ts'

/** The editor is a module of its own. Where it cannot be had, the content stays as it is and the person is told. */
const NoEditor = () => {
  const t = useText('field')
  return (
    <div className="no-editor" role="alert">
      <b>{t('editor.missing')}</b>
      <p>{t('editor.missingHint')}</p>
    </div>
  )
}

const Editor = lazy(() =>
  import('../editor/editor.tsx').catch((): { default: (p: InputViewProps) => React.JSX.Element } => ({ default: NoEditor })),
)

export const RichTextInput = (p: InputViewProps) => (
  <Suspense fallback={<div className="editor editor-loading" />}>
    <Editor {...p} />
  </Suspense>
)
