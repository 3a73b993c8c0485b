import { Modal } from 'antd'
import { changeTerminalConfig } from '../../api/admin.ts'
import { useText } from '../../i18n/index.ts'
import { useTerminal } from './store.ts'

const managers = ['pnpm', 'npm', 'yarn', 'cnpm', 'ni'] as const

export const PackageManagerDialog = () => {
  const t = useText('shell')
  const { showPackageManagerDialog, packageManager, set } = useTerminal()
  const choose = async (manager: string): Promise<void> => {
    await changeTerminalConfig({ manager }).then(
      () => set({ packageManager: manager }),
      () => {},
    )
  }
  return (
    <Modal
      open={showPackageManagerDialog}
      title={t('terminal.packageManager')}
      width={440}
      footer={null}
      onCancel={() => set({ showPackageManagerDialog: false })}
      className="terminal-dialog"
    >
      <p className="terminal-hint">{t('terminal.packageManagerHint')}</p>
      <div className="terminal-managers" role="radiogroup" aria-label={t('terminal.packageManager')}>
        {managers.map((manager) => (
          <label key={manager} className="check">
            <input type="radio" name="packageManager" checked={manager === packageManager} onChange={() => void choose(manager)} />
            <code>{manager}</code>
          </label>
        ))}
      </div>
    </Modal>
  )
}
