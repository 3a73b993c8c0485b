import { Button, Dropdown, Popconfirm } from 'antd'
import { useText } from '../../i18n/index.ts'
import { useTerminal } from './store.ts'
import { Icon } from '../../ui/icon.tsx'

/** The server's own duties: their keys are fixed there, nothing is typed here. */
const RunMenu = () => {
  const t = useText('shell')
  const { commands, addTask } = useTerminal()
  const items = commands.map(({ key, title }) => ({
    key,
    label: (
      <span className="terminal-command">
        {title}
        <code>{key}</code>
      </span>
    ),
  }))
  return (
    <Dropdown
      trigger={['click']}
      menu={{ items, className: 'terminal-commands', onClick: ({ key }) => addTask({ command: key }) }}
      disabled={items.length === 0}
    >
      <Button size="small" type="primary" icon={<Icon name="play" size={13} />}>
        {t('terminal.run')}
        <Icon name="chevron-down" size={13} />
      </Button>
    </Dropdown>
  )
}

export const TerminalToolbar = () => {
  const t = useText('shell')
  const { addTaskPM, clearSuccesses, set, taskList } = useTerminal()
  const hasSuccess = taskList.some((task) => task.status === 'Success')
  return (
    <div className="terminal-toolbar">
      <RunMenu />
      <Button
        size="small"
        icon={<Icon name="circle-check" size={13} />}
        onClick={() => addTaskPM({ command: 'test', blockOnFailure: false })}
      >
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
