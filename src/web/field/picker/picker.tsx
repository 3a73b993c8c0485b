import { useQuery } from '@tanstack/react-query'
import { printQuery, type SearchItem } from '#kernel'
import { useId, useState } from 'react'
import next from 'virtual:icon/chevron-right'
import previous from 'virtual:icon/chevron-left'
import close from 'virtual:icon/x'
import { formatSize, exactTime, momentOf, relativeTime } from '../../ui/format.ts'
import type { RowData } from '../view.ts'
import { ensureText, useLanguage, useText } from '../../i18n/index.ts'
import { fetchList } from '../../api/resource.ts'
import { Button } from '../../ui/button.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { Modal } from '../../ui/modal.tsx'
import './picker.css'
import { Preview } from './preview.tsx'

await ensureText('area', 'list', 'field')

type Props = { pictures: boolean; room: number; onChoose(urls: string[]): void; onClose(): void }
const LIMIT = 10
const COLUMNS = ['name', 'size', 'type', 'preview', 'quote', 'lastUploadAt'] as const
const NAME = 'routine.attachment'
const text = (row: RowData, name: string): string => String(row[name] ?? '')

const usePage = (pictures: boolean, search: string, page: number) => {
  const only: SearchItem[] = pictures ? [{ field: 'mimetype', operator: 'LIKE', val: 'image/' }] : []
  return useQuery({
    queryKey: ['list', NAME, 'picker', pictures, search, page],
    queryFn: ({ signal }) => fetchList(NAME, 'index', printQuery({ page, limit: LIMIT, quickSearch: search, search: only }), signal),
    placeholderData: (old) => old,
    staleTime: 0,
    retry: false,
  })
}

const Line = ({ row, many, chosen, onFlip }: { row: RowData; many: boolean; chosen: boolean; onFlip(): void }) => {
  const t = useText('area')
  const lang = useLanguage()
  const at = momentOf(row['lastUploadAt'])
  const name = text(row, 'name')
  return (
    <tr aria-selected={chosen} onClick={onFlip}>
      <td>
        <input
          type={many ? 'checkbox' : 'radio'}
          checked={chosen}
          aria-label={t('attachment.select', { name })}
          onChange={onFlip}
          onClick={(e) => e.stopPropagation()}
        />
      </td>
      <td className="picker-name" title={name}>
        {name}
      </td>
      <td data-number>{formatSize(Number(row['size'] ?? 0), lang)}</td>
      <td>{text(row, 'mimetype')}</td>
      <td>
        <Preview url={text(row, 'url')} mimetype={text(row, 'mimetype')} suffix={text(row, 'suffix')} name={name} />
      </td>
      <td data-number>{text(row, 'quote')}</td>
      <td>{at && <time title={exactTime(at)}>{relativeTime(at, lang)}</time>}</td>
    </tr>
  )
}

/** Files that are there already: the same picture twice would be uploaded twice for nothing. */
export default function AttachmentPicker({ pictures, room, onChoose, onClose }: Props) {
  const t = useText('area')
  const id = useId()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { data, error, refetch } = usePage(pictures, search, page)
  const many = room > 1
  const flip = (url: string) =>
    setChosen((old) => (old.includes(url) ? old.filter((u) => u !== url) : many ? [...old, url].slice(0, room) : [url]))
  return (
    <Modal className="picker" aria-labelledby={`${id}-title`} onCancel={onClose}>
      <header>
        <h2 id={`${id}-title`}>{t('attachment.title')}</h2>
        <input
          className="input"
          type="search"
          placeholder={t('attachment.search')}
          aria-label={t('attachment.search')}
          value={search}
          onChange={(e) => {
            setSearch(e.target.value)
            setPage(1)
          }}
        />
        <Button look="quiet" icon={close} aria-label={t('attachment.close')} onClick={onClose} />
      </header>
      <div className="picker-body">
        {error && <Failure error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton rows={6} />}
        {data && data.list.length === 0 && <p className="panel-note">{t('attachment.none')}</p>}
        {data && data.list.length > 0 && (
          <table>
            <thead>
              <tr>
                <th aria-label={t('attachment.title')} />
                {COLUMNS.map((name) => (
                  <th key={name} scope="col" data-number={name === 'size' || name === 'quote' || undefined}>
                    {t(`attachment.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.list.map((row) => {
                const url = text(row, 'url')
                return <Line key={row.id} row={row} many={many} chosen={chosen.includes(url)} onFlip={() => flip(url)} />
              })}
            </tbody>
          </table>
        )}
      </div>
      <footer>
        <span>{data && t('attachment.page', { page, count: data.total })}</span>
        <Button icon={previous} aria-label={t('attachment.previous')} disabled={page === 1} onClick={() => setPage(page - 1)} />
        <Button
          icon={next}
          aria-label={t('attachment.next')}
          disabled={!data || page * LIMIT >= data.total}
          onClick={() => setPage(page + 1)}
        />
        <Button look="primary" disabled={chosen.length === 0} onClick={() => onChoose([...chosen])}>
          {many ? t('attachment.use', { count: chosen.length }) : t('attachment.useOne')}
        </Button>
      </footer>
    </Modal>
  )
}
