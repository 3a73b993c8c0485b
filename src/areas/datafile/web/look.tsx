import { useState, type ReactNode } from 'react'
import { useResource, useText } from '#web'
import { previewAddress } from '#web/field/asset.ts'
import { StoredImage } from '#web/field/stored-image.tsx'
import { Button } from '#web/ui/button.tsx'
import { exactTime, formatSize, momentOf } from '#web/ui/format.ts'
import type { Seen } from './preview.ts'

const MB = 1024 ** 2
/** What a browser shows of itself, up to a size that it shows at once. */
const AT_ONCE: Readonly<Record<string, number>> = { image: 15 * MB, pdf: 30 * MB, text: 5 * MB, office: 15 * MB }
const PICTURES = /^image\/(png|jpeg|webp|gif)$/

type Props = { kind: string | null; seen: Seen & { url: string } }
export const isShowable = (shown: { kind: string | null; seen: Seen }): shown is Props => shown.seen.url !== null && looksLikeItself(shown)
const looksLikeItself = ({ kind, seen }: { kind: string | null; seen: Seen }): boolean =>
  kind === 'image' ? PICTURES.test(seen.mimetype ?? '') : kind === 'pdf' || kind === 'text' || kind === 'office'

const Picture = ({ seen }: Pick<Props, 'seen'>) => {
  const t = useText('datafile')
  const [isBroken, setBroken] = useState(false)
  if (isBroken)
    return (
      <p className="field-note" role="status">
        {t('look.broken')}
      </p>
    )
  return (
    <div className="datafile-picture">
      <StoredImage url={seen.url} alt={seen.name} onBroken={() => setBroken(true)} />
    </div>
  )
}

/** The file as it looks. Documents are drawn by the preview page in a frame: what they hold never runs in this window. */
const Show = ({ kind, seen }: Props) => {
  const t = useText('datafile')
  if (kind === 'image') return <Picture seen={seen} />
  return <iframe className="datafile-frame" src={previewAddress(seen.url, seen.name)} title={t('look.title', { name: seen.name })} />
}

export const Look = ({ kind, seen }: Props) => {
  const t = useText('datafile')
  const { words } = useResource()
  const [isWanted, setWanted] = useState(false)
  if (isWanted || seen.size <= (AT_ONCE[kind ?? ''] ?? 0)) return <Show kind={kind} seen={seen} />
  return (
    <p className="datafile-gate">
      <span>{t('look.large', { size: formatSize(seen.size, words.lang) })}</span>
      <Button onClick={() => setWanted(true)}>{t('look.show')}</Button>
    </p>
  )
}

/** What was put aside says why before anything of it is shown. */
type AsideProps = { state: string | null; seen: Seen; hasMore: boolean; children: ReactNode }
export const Aside = ({ state, seen, hasMore, children }: AsideProps) => {
  const t = useText('datafile')
  const [isWanted, setWanted] = useState(false)
  if (!seen.aside) return children
  const { reason, by, at } = seen.aside
  const moment = momentOf(at)
  return (
    <>
      <div className="datafile-aside" role="note">
        <p>
          <b>{t(state === 'rejected' ? 'look.rejected' : 'look.aside', { reason: reason ?? '—' })}</b>
        </p>
        <p>
          {t('look.careful')} <small>{[by, moment && exactTime(moment)].filter(Boolean).join(' · ')}</small>
        </p>
        {!isWanted && hasMore && <Button onClick={() => setWanted(true)}>{t('look.show')}</Button>}
      </div>
      {isWanted && children}
    </>
  )
}
