import type { CellViewProps } from '../field/view.ts'
import { behind } from '../languages.ts'
import { bodyOf } from './body.ts'
import BodyView from './body-view.tsx'
import { useTables } from './catalogue.ts'
import { calledIn } from './named.ts'

/** What a rule, or a version of it, says, with what its study calls the form and the variables. */
export const RuleView = (props: CellViewProps) => {
  const { row, words, value } = props
  const { parameter, study } = row
  const { data: tables = [] } = useTables(
    typeof parameter === 'number' ? { parameter } : { study: typeof study === 'number' ? study : null },
  )
  return <BodyView {...props} names={calledIn(tables, bodyOf(value), behind(words.lang))} />
}
