import { useState } from 'react'
import { useText } from '#web'
import { Button } from '#web/ui/button.tsx'
import plus from 'virtual:icon/plus'
import { type Codelist, listItems, listText } from './model.ts'

type Props = { lists: readonly Codelist[]; readOnly: boolean; onChange(lists: Codelist[]): void }

const ListCard = ({
  list,
  readOnly,
  onChange,
  onRemove,
}: {
  list: Codelist
  readOnly: boolean
  onChange(list: Codelist): void
  onRemove(): void
}) => {
  const t = useText('dictionary')
  // Kept as it is typed: read and written back, a line that is half typed would jump.
  const [text, setText] = useState(() => listText(list))
  return (
    <fieldset className="dictionary-list" disabled={readOnly}>
      <legend>{list.code}</legend>
      <textarea
        className="input"
        aria-label={t('list.items', { list: list.code })}
        rows={Math.min(10, Math.max(3, list.items.length + 1))}
        spellCheck={false}
        value={text}
        onChange={(e) => {
          setText(e.target.value)
          onChange({ ...list, items: listItems(e.target.value) })
        }}
      />
      {!readOnly && <Button onClick={onRemove}>{t('list.remove')}</Button>}
    </fieldset>
  )
}

/** Code lists of this version, one code per line. */
export const ListPane = ({ lists, readOnly, onChange }: Props) => {
  const t = useText('dictionary')
  const [code, setCode] = useState('')
  const isFree = code.trim() !== '' && !lists.some((list) => list.code === code.trim())
  const add = () => {
    onChange([...lists, { code: code.trim(), name: code.trim(), items: [] }])
    setCode('')
  }
  return (
    <details className="dictionary-lists">
      <summary>
        {t('lists')} <small>{lists.length}</small>
      </summary>
      <p>{t('list.hint')}</p>
      <div className="dictionary-cards">
        {lists.map((list) => (
          <ListCard
            key={list.code}
            list={list}
            readOnly={readOnly}
            onChange={(next) => onChange(lists.map((one) => (one.code === list.code ? next : one)))}
            onRemove={() => onChange(lists.filter((one) => one.code !== list.code))}
          />
        ))}
      </div>
      {!readOnly && (
        <form
          className="dictionary-new"
          onSubmit={(e) => {
            e.preventDefault()
            if (isFree) add()
          }}
        >
          <input
            className="input"
            aria-label={t('list.code')}
            placeholder={t('list.code')}
            value={code}
            onChange={(e) => setCode(e.target.value)}
          />
          <Button icon={plus} disabled={!isFree} onClick={add}>
            {t('list.add')}
          </Button>
        </form>
      )}
    </details>
  )
}
