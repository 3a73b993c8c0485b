import { TRAITS, type Trait } from '#kernel'
import { useText } from '#web'
import { useMenu } from '#web/state/menu.ts'
import type { Model } from './model.ts'
import { Choice, TextBox, Tick } from './properties.tsx'

/** Traits that make sense on a table of one's own. */
const OFFERED: readonly Trait[] = [
  'timestamps',
  'recyclable',
  'exportable',
  'importable',
  'audited',
  'sortable',
  'tree',
  'scoped',
  'lockable',
].filter((t): t is Trait => t in TRAITS)

/** What the table is called, where it stands in the menu, what it can do. */
export const TableBar = ({ model, onChange }: { model: Model; onChange(model: Model): void }) => {
  const t = useText('designer')
  const folders = useMenu((s) => s.nodes).filter((n) => n.type === 'menu_dir')
  const set = (change: Partial<Model>) => onChange({ ...model, ...change })
  return (
    <section className="designer-table" aria-label={t('table')}>
      <TextBox label={t('tableZh')} value={model.zh} onChange={(zh) => set({ zh })} />
      <TextBox label={t('tableEn')} value={model.en} onChange={(en) => set({ en })} />
      {model.isNew ? (
        <TextBox label={t('tableName')} code value={model.name} onChange={(name) => set({ name })} />
      ) : (
        <p className="designer-fixed">{model.name}</p>
      )}
      <Choice
        label={t('menu')}
        value={model.group}
        options={folders.map((f) => ({ value: f.name, label: f.title }))}
        onChange={(group) => set({ group })}
      />
      <fieldset className="designer-traits">
        <legend>{t('traits')}</legend>
        {OFFERED.map((trait) => (
          <Tick
            key={trait}
            label={t(`trait.${trait}`)}
            checked={model.traits.includes(trait)}
            onChange={(on) => set({ traits: on ? [...model.traits, trait] : model.traits.filter((x) => x !== trait) })}
          />
        ))}
      </fieldset>
    </section>
  )
}
