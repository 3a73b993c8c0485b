import { Drawer } from 'antd'
import { useEffect } from 'react'
import { useLanguage, useText } from '../../i18n/index.ts'
import { useTerminal } from './store.ts'
import { Icon } from '../../ui/icon.tsx'
import { PackageManagerDialog } from './package-manager-dialog.tsx'
import { TaskItem } from './task-item.tsx'
import { TerminalConfig } from './terminal-config.tsx'
import { TerminalToolbar } from './terminal-toolbar.tsx'
import './terminal.css'

const PortWarning = () => {
  const t = useText('shell')
  const { port, listening } = useTerminal()
  const page = window.location.port || (window.location.protocol === 'https:' ? '443' : '80')
  // Where the server itself listens nothing is wrong; behind a proxy on the standard ports a different number is normal.
  if (page === listening || page === port || page === '443' || page === '80') return null
  return (
    <p className="terminal-warning">
      <Icon name="triangle-alert" /> {t('terminal.portMismatch', { page, port })}
    </p>
  )
}

export default function TerminalPanel() {
  const t = useText('shell')
  const { show, taskList, toggle, loadCommands } = useTerminal()
  const lang = useLanguage()
  useEffect(() => {
    if (show) loadCommands(lang)
  }, [show, lang, loadCommands])
  return (
    <>
      <Drawer open={show} title={t('terminal.title')} size={760} onClose={() => toggle(false)} rootClassName="terminal">
        <TerminalToolbar />
        <PortWarning />
        {taskList.length === 0 && (
          <div className="terminal-empty">
            <Icon name="square-terminal" size={28} />
            <p>{t('terminal.empty')}</p>
          </div>
        )}
        <ol className="terminal-tasks">
          {taskList.toReversed().map((task) => (
            <TaskItem key={task.uuid} task={task} />
          ))}
        </ol>
      </Drawer>
      <TerminalConfig />
      <PackageManagerDialog />
    </>
  )
}
