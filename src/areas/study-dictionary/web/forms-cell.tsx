import { useLanguage } from '#web/i18n/index.ts'
import { Tags } from '#web/field/cell/tags.tsx'
import type { CellViewProps } from '#web/field/view.ts'
import { nameIn } from '#web/study/name-in.ts'

const isHead = (one: unknown): one is Record<string, unknown> => typeof one === 'object' && one !== null
/** The forms of a version by name. */
export const FormsCell = ({ value }: CellViewProps) => {
  const lang = useLanguage()
  return <Tags texts={Array.isArray(value) ? value.filter(isHead).map((head) => nameIn(lang, head)) : []} />
}
