import { useState } from 'react'
import { useText } from '#web'
import { runAction } from '#web/api/resource.ts'
import { uuid } from '#web/api/uuid.ts'
import { type Mapping as Columns, type Target } from '#web/import/mapping.ts'
import { MappingStep } from '#web/import/mapping-step.tsx'
import '#web/import/import.css'
import { Button } from '#web/ui/button.tsx'
import type { Changes } from './api.ts'
import type { Manifest } from './manifest.ts'

type Props = { id: number; manifest: Manifest; changes: Changes; mayChange: boolean; onChanged(): void }

/** Which column fills which variable. What was guessed or remembered stands there; another choice is compared anew. */
export const Mapping = ({ id, manifest, changes, mayChange, onChanged }: Props) => {
  const t = useText('delivery')
  const { columns: head, mapping } = manifest
  const [chosen, setChosen] = useState<Columns | null>(null)
  const [busy, setBusy] = useState(false)
  const now: Columns = chosen ?? head.map((name) => mapping[name] ?? null)
  const targets = changes.targets.map(({ name, title }): Target => ({ name, title, required: name === 'subject', hint: '', aliases: [] }))
  const values = new Map(changes.columns.map((column) => [column.name, column.values]))
  const most = Math.max(0, ...changes.columns.map((column) => column.values.length))
  const rows = Array.from({ length: most }, (_, i) => head.map((name) => values.get(name)?.[i] ?? ''))
  const send = async () => {
    setBusy(true)
    const next = Object.fromEntries(head.flatMap((name, i) => (now[i] ? [[name, now[i]] as const] : [])))
    try {
      await runAction('gather.delivery', 'map', [id], { mapping: next }, uuid(), { showSuccess: false })
      setChosen(null)
      onChanged()
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <fieldset className="delivery-mapping" disabled={!mayChange || busy} aria-label={t('mapping')}>
        <MappingStep table={{ head, rows }} targets={targets} mapping={now} onChange={setChosen} />
      </fieldset>
      {mayChange && (
        <p className="delivery-tools">
          <Button look={chosen ? 'primary' : 'plain'} busy={busy} disabled={!now.includes('subject')} onClick={() => void send()}>
            {t('compare')}
          </Button>
        </p>
      )}
    </>
  )
}
