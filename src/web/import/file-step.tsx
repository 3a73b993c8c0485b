import { useId, useState } from 'react'
import upload from 'virtual:icon/upload'
import { ensureText, useText } from '../i18n/index.ts'
import { Glyph } from '../ui/glyph.tsx'
import { readTable, UnreadableTable } from './read-table.ts'
import type { Table } from './table.ts'
import './import.css'

await ensureText('import')

type Props = { most: number; onRead(table: Table, name: string): void }

/** Chooses a file, or takes one that is dropped, and reads its first sheet. */
export const FileStep = ({ most, onRead }: Props) => {
  const t = useText('import')
  const id = useId()
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const [over, setOver] = useState(false)
  const take = async (file: File | undefined): Promise<void> => {
    if (!file || busy) return
    setBusy(true)
    setTrouble('')
    try {
      onRead(await readTable(file, most), file.name)
    } catch (error) {
      setTrouble(t(`failure.${error instanceof UnreadableTable ? error.reason : 'damaged'}`, { name: file.name }))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="import-file">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the box inside is what the keyboard reaches */}
      <label
        htmlFor={id}
        className="import-drop"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          void take(event.dataTransfer.files[0])
        }}
      >
        <Glyph body={upload} size={22} />
        <b>{busy ? t('reading') : t('choose')}</b>
        <span>{t('kinds', { most })}</span>
        <input
          id={id}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,.xlsm,.xls"
          disabled={busy}
          onChange={(event) => {
            void take(event.target.files?.[0])
            // The same file, mended, can be chosen again.
            event.target.value = ''
          }}
        />
      </label>
      {trouble && (
        <p className="form-trouble" role="alert">
          {trouble}
        </p>
      )}
    </div>
  )
}
