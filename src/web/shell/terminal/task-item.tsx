import { useText } from '../../i18n/index.ts'
import { useTerminal } from './store.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Task, TaskStatus } from './queue.ts'
import { TaskOutput } from './task-output.tsx'

const icons: Record<TaskStatus, string> = {
  Waiting: 'clock',
  Connecting: 'refresh-cw',
  Executing: 'refresh-cw',
  Success: 'circle-check',
  Failed: 'circle-x',
  Unknown: 'circle-alert',
}

export const TaskItem = ({ task }: { task: Task }) => {
  const t = useText('shell')
  const { commands, cancel, retry, remove, toggleMessage } = useTerminal()
  const title = commands.find((c) => c.key === task.command)?.title
  const running = task.status === 'Connecting' || task.status === 'Executing'
  // One that waits has said nothing yet: an empty screen below it would push the next one away.
  const open = running || (task.showMessage && task.message.length > 0)
  const broken = task.status === 'Failed' || task.status === 'Unknown'
  return (
    <li className="task" data-status={task.status}>
      <div className="task-head">
        <span className="task-status">
          <Icon name={icons[task.status]} size={14} />
          {t(`terminal.status.${task.status}`)}
        </span>
        <code>
          {task.command}
          {title && <small>{title}</small>}
        </code>
        {broken && task.blockOnFailure && <span className="task-blocks">{t('terminal.blocks')}</span>}
        {running && <span className="task-note">{t('terminal.doNotRefresh')}</span>}
        <time dateTime={new Date(task.createtime).toISOString()}>{new Date(task.createtime).toLocaleTimeString()}</time>
        {!running && task.status !== 'Waiting' && (
          <button
            type="button"
            className="tool"
            aria-label={t('terminal.retry')}
            title={t('terminal.retry')}
            onClick={() => retry(task.uuid)}
          >
            <Icon name="rotate-ccw" size={14} />
          </button>
        )}
        {running && (
          <button type="button" className="task-cancel" onClick={() => cancel(task.uuid)}>
            <Icon name="x" size={13} />
            {t('terminal.cancel')}
          </button>
        )}
        {!running && (
          <button
            type="button"
            className="tool"
            aria-label={t('terminal.delete')}
            title={t('terminal.delete')}
            onClick={() => remove(task.uuid)}
          >
            <Icon name="trash-2" size={14} />
          </button>
        )}
        <button
          type="button"
          className="tool"
          aria-label={t('terminal.output')}
          aria-expanded={open}
          onClick={() => toggleMessage(task.uuid)}
        >
          <Icon name={open ? 'chevron-up' : 'chevron-down'} size={14} />
        </button>
      </div>
      {open && <TaskOutput lines={task.message} />}
    </li>
  )
}
