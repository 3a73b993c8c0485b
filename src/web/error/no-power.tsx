import { useText } from '../i18n/index.ts'
import { ErrorPage } from './error-page.tsx'

export default function NoPower() {
  const t = useText('error')
  return <ErrorPage code="401" title={t('noPower.title')} text={t('noPower.text')} />
}
