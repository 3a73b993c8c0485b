import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { printQuery } from '#kernel'
import { useText } from '#web'
import { fetchList } from '#web/api/resource.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { behind } from '#web/languages.ts'
import { Button } from '#web/ui/button.tsx'
import '#web/ui/confirm.css'
import { Modal } from '#web/ui/modal.tsx'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { fetchContent, fetchLibrary } from './api.ts'
import type { Content } from './model.ts'
import { nameIn } from '#web/study/name-in.ts'

type Props = { dictionary: number; onTake(content: Content, forms: readonly string[]): void; onCancel(): void }
const PUBLISHED = [{ field: 'state', operator: '=', val: 'published' }] as const

const Forms = ({ content, chosen, onChoose }: { content: Content; chosen: readonly string[]; onChoose(forms: string[]): void }) => {
  const lang = behind(useLanguage())
  return (
    <ul className="dictionary-offer">
      {content.forms.map(({ code, name, nameEn }) => (
        <li key={code}>
          <label>
            <input
              type="checkbox"
              checked={chosen.includes(code)}
              onChange={(e) => onChoose(e.target.checked ? [...chosen, code] : chosen.filter((one) => one !== code))}
            />
            <span>{nameIn(lang, { name, nameEn, code })}</span>
            <small>{content.variables.filter(({ form }) => form === code).length}</small>
          </label>
        </li>
      ))}
    </ul>
  )
}

/** Forms to begin with: of the library that comes with the system, or of what another study has published. */
export const LibraryModal = ({ dictionary, onTake, onCancel }: Props) => {
  const t = useText('dictionary')
  const id = useId()
  const [source, setSource] = useState(0)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const others = useQuery({
    queryKey: ['dictionary', 'published'],
    queryFn: ({ signal }) => fetchList('study.dictionary', 'index', printQuery({ limit: 200, search: PUBLISHED }), signal),
    staleTime: 0,
  })
  const { data, error, refetch } = useQuery({
    queryKey: ['dictionary', 'offer', source],
    queryFn: ({ signal }) => (source === 0 ? fetchLibrary(signal) : fetchContent(source, signal).then(({ content }) => content)),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Modal className="confirm" aria-labelledby={`${id}-title`} onCancel={onCancel}>
      <h2 id={`${id}-title`}>{t('library.title')}</h2>
      <p>{t('library.hint')}</p>
      <label className="dictionary-source">
        <span>{t('library.source')}</span>
        <select
          className="input"
          value={source}
          onChange={(e) => {
            setSource(Number(e.target.value))
            setChosen([])
          }}
        >
          <option value={0}>{t('library.own')}</option>
          {(others.data?.list ?? [])
            .filter((one) => one.id !== dictionary)
            .map((one) => (
              <option key={one.id} value={one.id}>
                {String(one['title'])}
              </option>
            ))}
        </select>
      </label>
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : data ? (
        <Forms content={data} chosen={chosen} onChoose={setChosen} />
      ) : (
        <Skeleton rows={4} />
      )}
      <footer>
        <Button onClick={onCancel}>{t('library.cancel')}</Button>
        <Button look="primary" disabled={!data || chosen.length === 0} onClick={() => data && onTake(data, chosen)}>
          {t('library.take', { count: chosen.length })}
        </Button>
      </footer>
    </Modal>
  )
}
