import { Modal } from 'antd'
import { useState } from 'react'
import { changeTerminalConfig } from '../../api/admin.ts'
import { useText } from '../../i18n/index.ts'
import { useTerminal } from './store.ts'
import { TextField } from '../../ui/form.tsx'

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536

export const TerminalConfig = () => {
  const t = useText('shell')
  const { showConfig, port, automaticCleanupTask, set } = useTerminal()
  const [draft, setDraft] = useState(port)
  const savePort = async (): Promise<void> => {
    if (draft === port) return
    if (!isPort(draft)) return setDraft(port)
    await changeTerminalConfig({ port: draft }).then(
      () => set({ port: draft }),
      () => setDraft(port),
    )
  }
  return (
    <Modal
      open={showConfig}
      title={t('terminal.config')}
      width={440}
      footer={null}
      onCancel={() => set({ showConfig: false })}
      className="terminal-dialog"
    >
      <TextField
        label={t('terminal.port')}
        inputMode="numeric"
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => void savePort()}
      />
      <p className="terminal-hint">{t('terminal.portHint')}</p>
      <fieldset className="terminal-choice">
        <legend>{t('terminal.autoClean')}</legend>
        {(['1', '0'] as const).map((value) => (
          <label key={value} className="check">
            <input
              type="radio"
              name="automaticCleanupTask"
              checked={automaticCleanupTask === value}
              onChange={() => set({ automaticCleanupTask: value })}
            />
            {t(value === '1' ? 'terminal.on' : 'terminal.off')}
          </label>
        ))}
        <p className="terminal-hint">{t('terminal.autoCleanHint')}</p>
      </fieldset>
    </Modal>
  )
}
