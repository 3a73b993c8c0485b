import { Icon } from '#web/ui/icon.tsx'
import type { Notice } from './board.ts'

/** Something about the system itself that its keeper should mend; it stays until it is mended. */
export const NoticeCard = ({ notice }: { notice: Notice }) => (
  <section className="panel notice" data-widget={notice.key} aria-label={notice.title}>
    <Icon name={notice.icon} />
    <div>
      <h2>{notice.title}</h2>
      <p>{notice.text}</p>
    </div>
  </section>
)
