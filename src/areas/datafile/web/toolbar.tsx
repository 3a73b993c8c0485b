import { useCallback, useEffect, useRef, useState } from 'react'
import { ensureText, later, useResource, useText } from '#web'
import { droppedFiles } from '#web/upload/dropped.ts'
import { UploadButton, send } from '#web/upload/upload-button.tsx'
import { datafile } from '../index.ts'
import { type Known, findKnown } from './known.ts'
import './datafile.css'

await ensureText('upload')

const KnownDialog = later(
  () => import('./known-dialog.tsx'),
  (m) => m.KnownDialog,
)

type Offer = { files: readonly File[]; known: readonly Known[] }
/** Sends what is new; of what is here already somebody is asked first. To read large ones takes a while: how far that is, is said. */
const useSending = () => {
  const [offer, setOffer] = useState<Offer | null>(null)
  const [looking, setLooking] = useState<{ done: number; all: number } | null>(null)
  const begin = useCallback((files: readonly File[]): void => {
    const look = async (): Promise<void> => {
      const known = await findKnown(files, (done) => setLooking({ done, all: files.length }))
      setLooking(null)
      if (known.length) setOffer({ files, known })
      else send(files, datafile.name)
    }
    void look()
  }, [])
  return { offer, looking, begin, close: () => setOffer(null) }
}

/** Files may be dropped anywhere on the list. */
const useDrop = (
  mayDrop: boolean,
  begin: (files: readonly File[]) => void,
): { place: React.RefObject<HTMLSpanElement | null>; isOver: boolean } => {
  const place = useRef<HTMLSpanElement>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const page = place.current?.closest<HTMLElement>('.shell-page')
    if (!page || !mayDrop) return
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent): void => {
      if (!holdsFiles(event)) return
      // Without this the browser opens the file in place of the page.
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent): void => {
      if (!(event.relatedTarget instanceof Node && page.contains(event.relatedTarget))) setOver(false)
    }
    const drop = (event: DragEvent): void => {
      if (!event.dataTransfer || !holdsFiles(event)) return
      event.preventDefault()
      setOver(false)
      void droppedFiles(event.dataTransfer).then(begin)
    }
    page.addEventListener('dragover', over)
    page.addEventListener('dragleave', leave)
    page.addEventListener('drop', drop)
    return () => {
      page.removeEventListener('dragover', over)
      page.removeEventListener('dragleave', leave)
      page.removeEventListener('drop', drop)
    }
  }, [mayDrop, begin])
  return { place, isOver }
}

export const Toolbar = () => {
  const t = useText('upload')
  const mayUpload = useResource().may('upload')
  const { offer, looking, begin, close } = useSending()
  const { place, isOver } = useDrop(mayUpload, begin)
  return (
    <span ref={place} className="datafile-tools">
      {mayUpload && <UploadButton target={datafile.name} onFiles={begin} />}
      {looking && (
        <small className="datafile-looking" role="status">
          {t('checking', looking)}
        </small>
      )}
      {offer && <KnownDialog {...offer} onClose={close} />}
      {isOver && <span className="datafile-drop">{t('drop')}</span>}
    </span>
  )
}
