import { useText } from '#web'

/** The rest of the page works without the figures: one line, not a wall. */
export const BoardFailure = ({ error, retry }: { error: Error; retry(): void }) => {
  const t = useText('dashboard')
  return (
    <section className="panel board-failure" role="alert">
      <p>
        {t('failed')} {error.message}
      </p>
      <button type="button" className="panel-more" onClick={retry}>
        {t('retry')}
      </button>
    </section>
  )
}
