import { useEffect, useRef, useState } from 'react'
import { ensureText, useResource, useText } from '#web'
import { droppedFiles } from '#web/upload/dropped.ts'
import { UploadButton, send } from '#web/upload/upload-button.tsx'
import { datafile } from '../index.ts'
import './datafile.css'

await ensureText('upload')

/** Files may be dropped anywhere on the list. */
const useDrop = (mayDrop: boolean): { place: React.RefObject<HTMLSpanElement | null>; isOver: boolean } => {
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
      void droppedFiles(event.dataTransfer).then((files) => send(files, datafile.name))
    }
    page.addEventListener('dragover', over)
    page.addEventListener('dragleave', leave)
    page.addEventListener('drop', drop)
    return () => {
      page.removeEventListener('dragover', over)
      page.removeEventListener('dragleave', leave)
      page.removeEventListener('drop', drop)
    }
  }, [mayDrop])
  return { place, isOver }
}

export const Toolbar = () => {
  const t = useText('upload')
  const mayUpload = useResource().may('upload')
  const { place, isOver } = useDrop(mayUpload)
  return (
    <span ref={place} className="datafile-tools">
      {mayUpload && <UploadButton target={datafile.name} />}
      {isOver && <span className="datafile-drop">{t('drop')}</span>}
    </span>
  )
}
