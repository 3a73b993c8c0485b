import { Drawer } from 'antd'
import { useRef, useState } from 'react'
import download from 'virtual:icon/download'
import { IMPORT_ROWS, type ImportPreview } from '#kernel'
import { fetchTemplate, importRows, previewImport } from '../../api/import.ts'
import { uuid } from '../../api/uuid.ts'
import { ensureText, useText } from '../../i18n/index.ts'
import { FileStep } from '../../import/file-step.tsx'
import { chosen, guessMapping, type Mapping, missing } from '../../import/mapping.ts'
import { MappingStep } from '../../import/mapping-step.tsx'
import { PreviewStep } from '../../import/preview-step.tsx'
import type { Table } from '../../import/table.ts'
import { toast } from '../../state/toast.ts'
import { Button } from '../../ui/button.tsx'
import { handOver } from '../../ui/hand-over.ts'
import { useResource } from '../context.ts'
import { targetsOf } from './targets.ts'

await ensureText('import')

type Read = { table: Table; name: string }

/** New records from a sheet: read, assigned, checked, written. */
export default function ImportDrawer({ onSaved, onClose }: { onSaved(): void; onClose(): void }) {
  const t = useText('import')
  const context = useResource()
  const { resource, words } = context
  const targets = targetsOf(context, t)
  const [open, setOpen] = useState(true)
  const [read, setRead] = useState<Read | null>(null)
  const [mapping, setMapping] = useState<Mapping>([])
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const key = useRef(uuid())

  const sheet = read ? { ...chosen(mapping, read.table.rows), numbers: read.table.numbers, file: read.name } : null
  const during = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setTrouble('')
    try {
      await work()
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  const check = () =>
    during(async () => {
      if (sheet) setPreview(await previewImport(resource.name, sheet))
    })
  const write = (bad: readonly number[]) =>
    during(async () => {
      if (!sheet) return
      const left = new Set(bad)
      const kept = <T,>(all: readonly T[]): T[] => all.filter((_, i) => !left.has(i))
      const count = await importRows(resource.name, { ...sheet, rows: kept(sheet.rows), numbers: kept(sheet.numbers) }, key.current)
      toast.success(t('done', { count }))
      onSaved()
      setOpen(false)
    })
  const restart = () => {
    setRead(null)
    setPreview(null)
    setTrouble('')
    key.current = uuid()
  }
  const good = preview ? preview.rows - preview.bad.length : 0
  return (
    <Drawer
      open={open}
      onClose={() => setOpen(false)}
      afterOpenChange={(now) => !now && onClose()}
      size={960}
      title={t('title', { title: words.title })}
      destroyOnHidden
    >
      <div className="import-drawer">
        {!read && (
          <>
            <ul className="import-notes">
              <li>{t('notes.head')}</li>
              <li>{t('notes.names')}</li>
              <li>{t('notes.write')}</li>
            </ul>
            <FileStep
              most={IMPORT_ROWS}
              onRead={(table, name) => {
                setRead({ table, name })
                setMapping(guessMapping(table.head, targets))
              }}
            />
            <div>
              <Button
                icon={download}
                onClick={() =>
                  void fetchTemplate(resource.name).then(
                    (file) => handOver(file, `${words.title}.xlsx`),
                    () => {},
                  )
                }
              >
                {t('template')}
              </Button>
            </div>
          </>
        )}
        {read?.table.isCut && <p className="form-trouble">{t('cut', { most: IMPORT_ROWS })}</p>}
        {read && !preview && <MappingStep table={read.table} targets={targets} mapping={mapping} onChange={setMapping} />}
        {read && preview && sheet && (
          <PreviewStep
            preview={preview}
            columns={sheet.columns.map((name) => ({ name, title: words.field(name) }))}
            rows={sheet.rows}
            numbers={read.table.numbers}
          />
        )}
        {trouble && (
          <p className="form-trouble" role="alert">
            {trouble}
          </p>
        )}
        {read && (
          <div className="import-foot">
            {!preview && (
              <Button look="primary" busy={busy} disabled={missing(mapping, targets).length > 0} onClick={() => void check()}>
                {t(busy ? 'checking' : 'check')}
              </Button>
            )}
            {preview && good > 0 && (
              <Button look="primary" busy={busy} onClick={() => void write(preview.bad)}>
                {preview.bad.length === 0 ? t('all', { count: good }) : t('good', { count: good })}
              </Button>
            )}
            {preview && (
              <Button disabled={busy} onClick={() => setPreview(null)}>
                {t('back')}
              </Button>
            )}
            <Button disabled={busy} onClick={restart}>
              {t('other')}
            </Button>
          </div>
        )}
      </div>
    </Drawer>
  )
}
