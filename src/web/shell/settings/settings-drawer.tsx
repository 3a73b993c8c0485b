import { Drawer, Switch } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/index.ts'
import { animations, type Layout, useConfig } from '../../state/config.ts'
import { toast } from '../../state/toast.ts'
import { usePanels } from '../panels.ts'
import { LayoutPicker } from './layout-picker.tsx'
import './settings.css'

type KeysOf<V> = { [K in keyof Layout]: Layout[K] extends V ? K : never }[keyof Layout]

const switches: KeysOf<boolean>[] = ['menuCollapse', 'menuUniqueOpened', 'menuShowTopBar']
const menuColours: KeysOf<string>[] = ['menuBackground', 'menuColor', 'menuActiveBackground', 'menuActiveColor', 'menuTopBarBackground']
const headerColours: KeysOf<string>[] = [
  'headerBarBackground',
  'headerBarTabColor',
  'headerBarHoverBackground',
  'headerBarTabActiveBackground',
  'headerBarTabActiveColor',
]

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="settings-group">
    <h3>{title}</h3>
    {children}
  </section>
)

const Flag = ({ name }: { name: KeysOf<boolean> }) => {
  const t = useText('shell')
  const value = useConfig((s) => s.layout[name])
  const setLayout = useConfig((s) => s.setLayout)
  return (
    <label className="settings-row">
      {t(`settings.${name}`)}
      <Switch size="small" checked={value} onChange={(checked) => setLayout({ [name]: checked })} aria-label={t(`settings.${name}`)} />
    </label>
  )
}

const Colour = ({ name }: { name: KeysOf<string> }) => {
  const t = useText('shell')
  const value = useConfig((s) => s.layout[name])
  const setLayout = useConfig((s) => s.setLayout)
  return (
    <label className="settings-row">
      {t(`settings.${name}`)}
      <span className="settings-colour">
        <code>{value}</code>
        <input type="color" value={value} onChange={(event) => setLayout({ [name]: event.target.value })} />
      </span>
    </label>
  )
}

const MenuWidth = () => {
  const t = useText('shell')
  const value = useConfig((s) => s.layout.menuWidth)
  const setLayout = useConfig((s) => s.setLayout)
  return (
    <label className="settings-row">
      {t('settings.menuWidth')}
      <span className="settings-range">
        <input
          type="range"
          min={200}
          max={360}
          step={4}
          value={value}
          onChange={(event) => setLayout({ menuWidth: Number(event.target.value) })}
        />
        <code>{value}</code>
      </span>
    </label>
  )
}

const Animations = () => {
  const t = useText('shell')
  const value = useConfig((s) => s.layout.mainAnimation)
  const setLayout = useConfig((s) => s.setLayout)
  return (
    <label className="settings-row">
      {t('settings.motion')}
      <select
        value={value}
        onChange={(event) => setLayout({ mainAnimation: animations.find((a) => a === event.target.value) ?? 'slide-right' })}
      >
        {animations.map((name) => (
          <option key={name} value={name}>
            {t(`settings.animation.${name}`)}
          </option>
        ))}
      </select>
    </label>
  )
}

export default function SettingsDrawer() {
  const t = useText('shell')
  const close = usePanels((s) => s.close)
  const { shrink } = useConfig((s) => s.layout)
  const resetLayout = useConfig((s) => s.resetLayout)
  const reset = (): void => {
    resetLayout()
    toast.success(t('settings.resetDone'))
  }
  return (
    <Drawer
      open
      title={t('settings.title')}
      size={320}
      onClose={() => close('settings')}
      mask={{ blur: false, enabled: true }}
      rootClassName="settings"
    >
      <Group title={t('settings.layout')}>
        {shrink && <p className="settings-note">{t('settings.small')}</p>}
        <LayoutPicker disabled={shrink} />
        <Animations />
      </Group>
      <Group title={t('settings.list')}>
        <Flag name="comfortable" />
        <Flag name="letters" />
      </Group>
      <Group title={t('settings.menu')}>
        <MenuWidth />
        {switches.map((name) => (
          <Flag key={name} name={name} />
        ))}
        {menuColours.map((name) => (
          <Colour key={name} name={name} />
        ))}
      </Group>
      <Group title={t('settings.header')}>
        {headerColours.map((name) => (
          <Colour key={name} name={name} />
        ))}
      </Group>
      <button type="button" className="settings-reset" onClick={reset}>
        {t('settings.reset')}
      </button>
    </Drawer>
  )
}
