import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useResource, useText } from '#web'
import { useLanguage } from '#web/i18n/index.ts'
import { fetchFormer, formIdOf } from './api.ts'
import { Story } from './story.tsx'

/** What the record has held in variables that the dictionary no longer has: they have no field, and still their story. */
export const Former = ({ id, version }: { id: number; version: number | undefined }) => {
  const t = useText('clinical')
  const { resource } = useResource()
  const lang = useLanguage()
  const form = formIdOf(resource.name)
  const [open, setOpen] = useState<string | null>(null)
  const { data = [] } = useQuery({
    queryKey: ['clinical', 'former', form, id, version, lang],
    queryFn: ({ signal }) => fetchFormer(form, id, signal),
  })
  const shown = data.find(({ field }) => field === open)
  if (data.length === 0) return null
  return (
    <section className="clinical-queries" aria-label={t('former')}>
      <h2>{t('former')}</h2>
      <ul>
        {data.map(({ field, label }) => (
          <li key={field}>
            <button
              type="button"
              className="clinical-former"
              aria-expanded={field === open}
              onClick={() => setOpen(field === open ? null : field)}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
      {shown && <Story id={id} field={shown.field} label={shown.label} version={version} />}
    </section>
  )
}
