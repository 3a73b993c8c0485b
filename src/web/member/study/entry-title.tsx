import type { Entry } from '../../api/member-entry.ts'
import { useText } from '../../i18n/index.ts'

/** Whose form it is, of which visit, and where it stands. */
export const EntryTitle = ({ entry, stands }: { entry: Entry; stands: string }) => {
  const t = useText('entry')
  return (
    <header className="member-title">
      <h1>
        {entry.subject}
        {entry.visit && ` · ${entry.visit}`}
        {entry.instance > 1 && ` · ${entry.instance}`}
      </h1>
      <p>
        {entry.form.title}{' '}
        <em className="member-standing" data-standing={stands}>
          {t(`state.${stands}`)}
        </em>
      </p>
    </header>
  )
}
