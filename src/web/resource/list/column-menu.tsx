import columnsIcon from 'virtual:icon/columns-3-cog'
import { isVisible } from '../../grid/memory.ts'
import type { useColumnMemory } from '../../grid/use-memory.ts'
import { useText } from '../../i18n/index.ts'
import { useConfig } from '../../state/config.ts'
import { Button } from '../../ui/button.tsx'
import { columnChoices } from './columns.tsx'
import { useResource } from '../context.ts'
import { Popup } from '../../ui/popup.tsx'

type Props = { columns: ReturnType<typeof useColumnMemory> }

export const ColumnMenu = ({ columns: { memory, setVisible, reset } }: Props) => {
  const t = useText('list')
  const { resource, words } = useResource()
  const comfortable = useConfig((s) => s.layout.comfortable)
  const setLayout = useConfig((s) => s.setLayout)
  const choices = columnChoices(resource, words.lang)
  const count = choices.filter((c) => isVisible(memory, c.id, c.byDefault)).length
  return (
    <Popup
      label={t('columns.label')}
      align="end"
      renderTrigger={(props) => <Button {...props} look="quiet" icon={columnsIcon} aria-label={t('columns.label')} />}
    >
      {() => (
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
            {choices.map((c) => {
              const on = isVisible(memory, c.id, c.byDefault)
              return (
                <label key={c.id}>
                  <input type="checkbox" checked={on} disabled={on && count === 1} onChange={() => setVisible(c.id, c.byDefault, !on)} />
                  {words.field(c.id)}
                </label>
              )
            })}
          </div>
          <Button look="quiet" onClick={reset}>
            {t('columns.reset')}
          </Button>
        </div>
      )}
    </Popup>
  )
}
