import { useText } from '../../i18n/index.ts'
import type { CellViewProps } from '../view.ts'

/** Who did it; what the system did by itself has no person. */
export const ActorCell = ({ value }: Pick<CellViewProps, 'value'>) => {
  const t = useText('list')
  return <span className="cell-text">{value === 'system' ? t('history.system') : String(value ?? '')}</span>
}
