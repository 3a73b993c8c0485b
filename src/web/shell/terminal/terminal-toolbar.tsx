import { Button, Popconfirm } from 'antd'
import { useText } from '../../i18n/index.ts'
import { useTerminal } from '../../state/terminal.ts'
import { Icon } from '../../ui/icon.tsx'

export const TerminalToolbar = () => {
  const t = useText('shell')
  const { addTaskPM, clearSuccesses, set, taskList } = useTerminal()
  const hasSuccess = taskList.some((task) => task.status === 'Success')
  return (
    <div className="terminal-toolbar">
      <Button size="small" icon={<Icon name="play" size={13} />} onClick={() => addTaskPM({ command: 'test', blockOnFailure: false })}>
        {t('terminal.test')}
      </Button>
      <Button size="small" icon={<Icon name="package" size={13} />} onClick={() => addTaskPM({ command: 'web-install' })}>
        {t('terminal.install')}
      </Button>
      <Popconfirm title={t('terminal.buildAsk')} onConfirm={() => addTaskPM({ command: 'web-build' })}>
        <Button size="small" icon={<Icon name="wrench" size={13} />}>
          {t('terminal.build')}
        </Button>
      </Popconfirm>
      <Button size="small" disabled={!hasSuccess} onClick={clearSuccesses}>
        {t('terminal.clean')}
      </Button>
      <span />
      <Button size="small" onClick={() => set({ showPackageManagerDialog: true })}>
        {t('terminal.packageManager')}
      </Button>
      <Button
        size="small"
        aria-label={t('terminal.config')}
        icon={<Icon name="settings" size={13} />}
        onClick={() => set({ showConfig: true })}
      />
    </div>
  )
}
