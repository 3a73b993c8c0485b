import { ensureText, useText } from '#web'
import { ChoiceCell } from '#web/field/cell/choice.tsx'
import { Dash } from '#web/field/cell/dash.tsx'
import { Tags } from '#web/field/cell/tags.tsx'
import type { CellViewProps } from '#web/field/view.ts'

await ensureText('query')

/** Everybody who may answer: people of the house and members. Two columns would leave one of them empty and look like nobody. */
export const Answerers = ({ row }: CellViewProps) => {
  const names = ['assignees', 'members'].flatMap((name) => {
    const labels = row._labels?.[name]
    return Array.isArray(labels) ? labels.map(String) : []
  })
  return names.length > 0 ? <Tags texts={names} /> : <Dash />
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
