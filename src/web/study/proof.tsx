import { useText } from '../i18n/index.ts'
import { ToldLines, type Told } from './told-lines.tsx'

/** The data behind the sentence that closed a query, for whoever checks it. */
export const Proof = ({ lines }: { lines: readonly Told[] }) => {
  const t = useText('query')
  return (
    <details className="told-proof">
      <summary>{t('proof')}</summary>
      <ToldLines lines={lines} />
    </details>
  )
}
