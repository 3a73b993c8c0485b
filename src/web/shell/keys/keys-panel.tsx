import x from 'virtual:icon/x'
import { ensureText, useText } from '../../i18n/index.ts'
import { useConfig } from '../../state/config.ts'
import { type KeyGroup, type OwnKeys, useKeys } from '../../state/keys.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { usePanels } from '../panels.ts'
import './keys-panel.css'

await ensureText('keys')

/** What acts without another key held. */
const LETTER = /^[A-Z/]$/
const none: readonly OwnKeys[] = []

type Shown = KeyGroup | 'shell'
type Key = readonly [name: string, ...keys: string[]]
const LIST: readonly Key[] = [
  ['walk', '↑', '↓', '←', '→'],
  ['ends', 'Home', 'End'],
  ['page', 'PageUp', 'PageDown'],
  ['open', 'Enter'],
  ['select', 'Space'],
  ['all', 'Ctrl A'],
  ['remove', 'Delete'],
  ['search', '/'],
  ['filter', 'F'],
  ['move', 'Alt ↑', 'Alt ↓'],
  ['sort', 'Enter'],
  ['add', 'Shift Enter'],
  ['width', 'Shift ←', 'Shift →'],
  ['go', 'G'],
]
/** What each group's keys are, and the name of what they do. */
const KEYS: Readonly<Record<Shown, readonly Key[]>> = {
  shell: [
    ['palette', 'Ctrl K'],
    ['keys', '?'],
    ['escape', 'Esc'],
  ],
  tabs: [
    ['walk', '←', '→'],
    ['close', 'Delete'],
  ],
  grid: [['row', 'J', 'K'], ...LIST],
  flagged: [['next', 'J'], ['previous', 'K'], ...LIST],
  form: [
    ['save', 'Enter'],
    ['saveLong', 'Ctrl Enter'],
    ['escape', 'Esc'],
  ],
  record: [
    ['walk', '←', '→'],
    ['escape', 'Esc'],
  ],
}

/** A list with flags is a list. */
const wordsOf = (group: Shown): string => (group === 'flagged' ? 'grid' : group)

/** The keys that work on what is on screen, those that work everywhere last. */
export default function KeysPanel() {
  const t = useText('keys')
  const here = useKeys((s) => s.shown)
  const letters = useConfig((s) => s.layout.letters)
  const own = useKeys((s) => (letters ? s.own : none))
  const works = (key: string) => letters || !LETTER.test(key)
  const close = () => usePanels.getState().close('keys')
  const groups = [...new Set<Shown>([...here.filter((g) => g !== 'tabs'), ...here, 'shell'])]
  return (
    <Modal className="keys-panel" aria-label={t('title')} light onCancel={close}>
      <header>
        <h2>{t('title')}</h2>
        <Button look="quiet" icon={x} aria-label={t('close')} onClick={close} />
      </header>
      {!letters && <p className="keys-note">{t('lettersOff')}</p>}
      <div>
        {own.map(({ title, keys }) => (
          <section key={title}>
            <h3>{t('own', { title })}</h3>
            <dl>
              {keys.map(({ name, key }) => (
                <div key={key}>
                  <dt>{name}</dt>
                  <dd>
                    <kbd>{key}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {groups.map((group) => (
          <section key={group}>
            <h3>{t(`group.${wordsOf(group)}`)}</h3>
            <dl>
              {KEYS[group]
                .filter(([, ...keys]) => keys.every(works))
                .map(([name, ...keys]) => (
                  <div key={name}>
                    <dt>{t(`${wordsOf(group)}.${name}`)}</dt>
                    <dd>
                      {keys.map((key) => (
                        <kbd key={key}>{key}</kbd>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
