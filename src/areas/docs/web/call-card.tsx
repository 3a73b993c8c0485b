import { useText } from '#web'
import type { Call, Line } from './document.ts'

const Lines = ({ title, lines }: { title: string; lines: readonly Line[] }) => {
  const t = useText('area')
  if (lines.length === 0) return null
  return (
    <div className="docs-lines">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('docs.field')}</th>
            <th scope="col">{t('docs.type')}</th>
            <th scope="col">{t('docs.note')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.name}>
              <td>
                <code>{line.name}</code>
                {line.required && <em>{t('docs.required')}</em>}
              </td>
              <td>
                <code>{line.type}</code>
              </td>
              <td>{line.note}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Closed it is one line; what it holds is made when somebody opens it. */
export const CallCard = ({ call, open, onToggle }: { call: Call; open: boolean; onToggle(open: boolean): void }) => {
  const t = useText('area')
  return (
    <details className="docs-call" open={open} onToggle={(e) => onToggle(e.currentTarget.open)}>
      <summary>
        <b data-method={call.method}>{call.method}</b>
        <code>{call.path}</code>
        <span>{call.title}</span>
      </summary>
      {open && (
        <div className="docs-body">
          {call.rule && (
            <p>
              {t('docs.rule')} <code>{call.rule}</code>
            </p>
          )}
          <Lines title={t('docs.parameters')} lines={call.parameters} />
          <Lines title={t('docs.body')} lines={call.body} />
          <Lines title={t('docs.answer')} lines={call.answer} />
        </div>
      )}
    </details>
  )
}
