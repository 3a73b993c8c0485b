import { followInside } from '#web/resource/list/label-link.tsx'

/** Where the work is done, one click away. */
export const PageLink = ({ value }: { value: string | null }) =>
  value ? (
    <a className="cell-link" href={value} onClick={(event) => followInside(event, value)}>
      {value}
    </a>
  ) : (
    <span className="cell-text">–</span>
  )
