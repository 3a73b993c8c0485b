import { useText } from '../i18n/index.ts'
import { ErrorFrame } from './error-frame.tsx'

export default function NoPower() {
  const t = useText('error')
  return <ErrorFrame code="401" title={t('noPower.title')} text={t('noPower.text')} />
}
