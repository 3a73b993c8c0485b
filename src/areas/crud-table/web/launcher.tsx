import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import plus from 'virtual:icon/plus'
import type { Design, Resource } from '#kernel'
import { ensureText, type RowData, useResource, useText } from '#web'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/state/toast.ts'
import { keptDesign } from './kept.ts'
import type { Model } from './model.ts'
import { complaintOf, dropTable, exportCode, listTables, readTable } from './api.ts'

await ensureText('designer')

const Designer = lazy(() => import('./designer.tsx'))
type Opened = { start: Design | null; isStored: boolean; kept?: Model }

const useDesigner = (first: Opened | null = null) => {
  const [opened, setOpened] = useState(first)
  const client = useQueryClient()
  const { resource } = useResource()
  const refresh = () => void client.invalidateQueries({ queryKey: ['list', resource.name] })
  const screen = opened && (
    <Suspense>
      <Designer
        {...opened}
        onClose={() => setOpened(null)}
        onApplied={() => {
          setOpened(null)
          refresh()
        }}
      />
    </Suspense>
  )
  return { open: setOpened, screen, refresh }
}
const saying = (work: Promise<unknown>) => work.catch((error: unknown) => toast.error(complaintOf(error).sentence))

/** In the toolbar of the list of designs. */
export const DesignerTools = () => {
  const t = useText('designer')
  const { may } = useResource()
  // The page is opened again after a session has ended: the table that was being designed is there.
  const { open, screen } = useDesigner(useState(keptDesign)[0])
  const [tables, setTables] = useState<{ name: string }[] | null>(null)
  if (!may('apply')) return null
  return (
    <>
      {tables ? (
        <select
          className="input"
          aria-label={t('fromTable')}
          autoFocus
          defaultValue=""
          onChange={(e) => {
            setTables(null)
            void saying(readTable(e.target.value).then((start) => open({ start, isStored: false })))
          }}
        >
          <option value="" disabled>
            {t('fromTable')}
          </option>
          {tables.map((x) => (
            <option key={x.name}>{x.name}</option>
          ))}
        </select>
      ) : (
        <Button onClick={() => void saying(listTables().then(setTables))}>{t('fromTable')}</Button>
      )}
      <Button look="primary" icon={plus} onClick={() => open({ start: null, isStored: false })}>
        {t('new')}
      </Button>
      {screen}
    </>
  )
}

const save = (folder: string, files: Record<string, string>) => {
  const text = Object.entries(files)
    .map(([name, body]) => `// src/areas/${folder}/${name}\n${body}`)
    .join('\n')
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = `${folder}.ts.txt`
  link.click()
  URL.revokeObjectURL(link.href)
}

/** In the details of a design: change it, take its code, drop it. */
export const DesignDetail = ({ row }: { row: RowData }) => {
  const t = useText('designer')
  const { may } = useResource()
  const { open, screen, refresh } = useDesigner()
  const [typed, setTyped] = useState('')
  const name = String(row['name'])
  if (row['status'] !== 'active') return null
  const start: Design = { definition: row['definition'] as Resource, locale: row['locale'] as Design['locale'] }
  return (
    <div className="designer-detail">
      {may('apply') && (
        <Button look="primary" onClick={() => open({ start, isStored: true })}>
          {t('edit')}
        </Button>
      )}
      {may('code') && <Button onClick={() => void saying(exportCode(row.id).then((c) => save(c.folder, c.files)))}>{t('code')}</Button>}
      {may('drop') && (
        <label>
          {t('dropTable', { name })}
          <span>
            <input className="input input-code-line" value={typed} onChange={(e) => setTyped(e.target.value)} />
            <Button look="danger" disabled={typed !== name} onClick={() => void saying(dropTable(row.id, typed).then(refresh))}>
              {t('drop')}
            </Button>
          </span>
        </label>
      )}
      {screen}
    </div>
  )
}
