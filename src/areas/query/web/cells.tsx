import { ensureText, useText } from '#web'
import { ChoiceCell } from '#web/field/cell/choice.tsx'
import { Dash } from '#web/field/cell/dash.tsx'
import { Tags } from '#web/field/cell/tags.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { CellViewProps } from '#web/field/view.ts'
import './query.css'

await ensureText('query')

/** Everybody who may answer: people of the house and members. Two columns would leave one of them empty and look like nobody. */
export const Answerers = ({ row }: CellViewProps) => {
  const names = ['assignees', 'members'].flatMap((name) => {
    const labels = row._labels?.[name]
    return Array.isArray(labels) ? labels.map(String) : []
  })
  return names.length > 0 ? <Tags texts={names} /> : <Dash />
}

/** Closed by a run that found nothing any more: that is more than somebody's word. */
export const State = (props: CellViewProps) => {
  const t = useText('query')
  const { row } = props
  if (row['state'] !== 'closed' || row['proved'] !== true) return <ChoiceCell {...props} />
  return (
    <span className="query-proved" title={t('kind.proved')}>
      <ChoiceCell {...props} />
      <Icon name="shield-check" size={16} label={t('kind.proved')} />
    </span>
  )
}

/** Asked again, it waits for an answer: what was said before is said to be of before. */
export const Category = (props: CellViewProps) => {
  const t = useText('query')
  const { name, value, row, words } = props
  if (row['state'] !== 'open' || typeof value !== 'string' || value === '') return <ChoiceCell {...props} />
  const said = t('before', { category: words.option(name, value) })
  return (
    <span className="cell-text" title={said}>
      {said}
    </span>
  )
}
