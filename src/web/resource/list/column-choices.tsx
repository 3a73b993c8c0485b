import up from 'virtual:icon/chevron-up'
import down from 'virtual:icon/chevron-down'
import pinIcon from 'virtual:icon/pin'
import { isVisible } from '../../grid/memory.ts'
import type { useColumnMemory } from '../../grid/use-memory.ts'
import { useText } from '../../i18n/index.ts'
import { useConfig } from '../../state/config.ts'
import { Button } from '../../ui/button.tsx'
import { arrangedChoices, columnChoices } from './columns.tsx'
import { useResource } from '../context.ts'

type Props = { columns: ReturnType<typeof useColumnMemory> }

/** Which columns a list shows, in which order, how dense: asked for when the menu opens. */
export const ColumnChoices = ({ columns: { memory, setVisible, move, pin, reset } }: Props) => {
  const t = useText('list')
  const { resource, words } = useResource()
  const comfortable = useConfig((s) => s.layout.comfortable)
  const setLayout = useConfig((s) => s.setLayout)
  const choices = arrangedChoices(resource, words.lang, memory)
  const ids = columnChoices(resource, words.lang).map((c) => c.id)
  const count = choices.filter((c) => isVisible(memory, c.id, c.byDefault)).length
  return (
    <div className="column-menu">
      <fieldset className="segments">
        <legend>{t('columns.density')}</legend>
        {[false, true].map((v) => (
          <label key={String(v)}>
            <input type="radio" name="density" checked={comfortable === v} onChange={() => setLayout({ comfortable: v })} />
            {t(v ? 'columns.comfortable' : 'columns.dense')}
          </label>
        ))}
      </fieldset>
      <div className="column-list" role="group" aria-label={t('columns.shown')}>
        <h3>{t('columns.shown')}</h3>
        {choices.map((c, i) => {
          const on = isVisible(memory, c.id, c.byDefault)
          const title = words.field(c.id)
          const isPinned = memory.pinned.includes(c.id)
          const mayMove = (step: 1 | -1) => {
            const other = choices[i + step]
            return other !== undefined && memory.pinned.includes(other.id) === isPinned
          }
          return (
            <div key={c.id} className="column-choice">
              <label>
                <input type="checkbox" checked={on} disabled={on && count === 1} onChange={() => setVisible(c.id, c.byDefault, !on)} />
                {title}
              </label>
              <Button
                look="quiet"
                icon={up}
                disabled={!mayMove(-1)}
                aria-label={t('columns.up', { title })}
                onClick={() => move(ids, c.id, -1)}
              />
              <Button
                look="quiet"
                icon={down}
                disabled={!mayMove(1)}
                aria-label={t('columns.down', { title })}
                onClick={() => move(ids, c.id, 1)}
              />
              <Button
                look="quiet"
                icon={pinIcon}
                aria-pressed={isPinned}
                aria-label={t('columns.pin', { title })}
                onClick={() => pin(c.id, !isPinned)}
              />
            </div>
          )
        })}
      </div>
      <Button look="quiet" onClick={reset}>
        {t('columns.reset')}
      </Button>
    </div>
  )
}
