import { currentLanguage, setLanguage, type Text } from '../../i18n/index.ts'
import { languages } from '../../languages.ts'
import { useAdmin } from '../../state/admin.ts'
import { type Lang, layoutModes, useConfig } from '../../state/config.ts'
import { addressOf, flatten, type MenuNode, titleOf, trailTo, visibleMenu } from '../../state/menu.ts'
import { useRecords } from '../../state/records.ts'
import { useTabs } from '../../state/tabs.ts'
import { useTerminal } from '../terminal/store.ts'
import { useVisits } from '../../state/visits.ts'
import { nodeAt } from '../menu/node-at.ts'
import { go, openMenu } from '../../navigation/open.ts'
import { usePanels } from '../panels.ts'
import { closeOtherTabs, fullScreenTab } from '../../navigation/tab-actions.ts'
import type { Entry } from './match.ts'

const nextLanguage = (): Lang => {
  const at = languages.findIndex((l) => l.lang === currentLanguage())
  return languages[(at + 1) % languages.length]?.lang ?? currentLanguage()
}

/** Recently opened pages first, so that the empty palette is already useful. */
export const pageEntries = (menus: readonly MenuNode[], lang: Lang, spell: (title: string) => string[]): Entry[] => {
  const nodes = visibleMenu(menus)
  const recency = new Map(useVisits.getState().visits.map((v) => [v.path, v.last]))
  const last = (node: MenuNode): number => recency.get(addressOf(node)) ?? 0
  return flatten(nodes)
    .filter((node) => node.type === 'menu')
    .toSorted((a, b) => last(b) - last(a))
    .map((node) => ({
      id: `page-${node.id}`,
      kind: 'page',
      title: titleOf(node, lang),
      hint: trailTo(nodes, addressOf(node))
        .slice(0, -1)
        .map((n) => titleOf(n, lang))
        .join(' / '),
      icon: node.icon || 'file',
      // Both languages find a page, whichever one is shown.
      spellings: [...spell(node.titles?.['zh-cn'] ?? node.title), node.titles?.en ?? '', node.titles?.['zh-cn'] ?? '', node.name].filter(
        Boolean,
      ),
      run: () => openMenu(node),
    }))
}

/** Records that were opened here and that the menu still leads to, the last one first. */
export const recordEntries = (menus: readonly MenuNode[], lang: Lang, spell: (title: string) => string[]): Entry[] =>
  useRecords.getState().opened.flatMap(({ path, label }) => {
    const node = nodeAt(menus, path)
    if (!node) return []
    const list = titleOf(node, lang)
    const run = () => void go(path)
    return [
      {
        id: `record-${path.replaceAll('/', '-')}`,
        kind: 'record',
        title: label,
        hint: list,
        icon: node.icon || 'file',
        spellings: [...spell(label), list + label],
        run,
      },
    ]
  })

export const actionEntries = (t: Text, spell: (title: string) => string[]): Entry[] => {
  const { activePath, reload } = useTabs.getState()
  const { layout, setLayout } = useConfig.getState()
  const action = (key: string, icon: string, run: () => void, title = t(`action.${key}`)): Entry => ({
    id: `action-${key}`,
    kind: 'action',
    title,
    hint: '',
    icon,
    spellings: [...spell(title), key],
    run,
  })
  return [
    action('settings', 'settings-2', () => usePanels.getState().open('settings')),
    action('language', 'languages', () => void setLanguage(nextLanguage())),
    action('keys', 'keyboard', () => usePanels.getState().open('keys')),
    action('reload', 'refresh-cw', () => reload(activePath)),
    action('fullScreen', 'expand', () => fullScreenTab(activePath)),
    action('collapse', 'panel-left', () => setLayout({ menuCollapse: !layout.menuCollapse })),
    action('closeOthers', 'minus', () => closeOtherTabs(activePath)),
    ...(useAdmin.getState().super ? [action('terminal', 'square-terminal', () => useTerminal.getState().toggle(true))] : []),
    ...(layout.shrink
      ? []
      : layoutModes
          .filter((mode) => mode !== layout.layoutMode)
          .map((mode) =>
            action(
              `layout-${mode}`,
              'panels-top-left',
              () => setLayout({ layoutMode: mode }),
              t('action.layout', { name: t(`settings.mode.${mode}`) }),
            ),
          )),
  ]
}

/** The server's duties, run without opening the panel: a dot on its tool says that something happened. */
export const commandEntries = (t: Text, commands: readonly { key: string; title: string }[], spell: (title: string) => string[]): Entry[] =>
  commands.map(({ key, title }) => ({
    id: `command-${key}`,
    kind: 'action',
    title,
    hint: t('terminal.title'),
    icon: 'square-terminal',
    spellings: [...spell(title), key],
    run: () => useTerminal.getState().addTask({ command: key }),
  }))
