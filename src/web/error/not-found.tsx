import { useText } from '../i18n/index.ts'
import { ErrorFrame } from './error-frame.tsx'

export default function NotFound() {
  const t = useText('error')
  return <ErrorFrame code="404" title={t('notFound.title')} text={t('notFound.text')} />
}
