import { useText } from '../i18n/index.ts'
import { ErrorPage } from './error-page.tsx'

export default function NotFound() {
  const t = useText('error')
  return <ErrorPage code="404" title={t('notFound.title')} text={t('notFound.text')} />
}
