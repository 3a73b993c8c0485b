import type { Row } from '#kernel'
import { ensureText, useResource } from '#web'
import { behind, type Lang } from '#web/languages.ts'
import { bodyOf } from '#web/study/body.ts'
import { useCatalogue } from '#web/study/catalogue.ts'
import { TryIt } from '#web/study/try-it.tsx'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import '#web/resource/form/form.css'
import '#web/ui/panel-card.css'
import type { controlVersion } from '../index.ts'

await ensureText('control', 'list')

const messageIn = ({ messageZh, messageEn }: Row<typeof controlVersion>, lang: Lang): string =>
  (behind(lang) === 'en' ? messageEn || messageZh : messageZh || messageEn) ?? ''

/** What this version says, tried on rows that are there: before it counts as tested. */
export const TryTab = ({ row }: { row: Row<typeof controlVersion> }) => {
  const { words } = useResource()
  const { data, error, refetch } = useCatalogue('form')
  if (error) return <Failure error={error} retry={() => void refetch()} />
  const check = data?.checks.find(({ id }) => id === row.check)
  if (!check) return <Skeleton rows={3} />
  return (
    <div className="panel-card">
      <TryIt
        check={check}
        body={bodyOf(row.body)}
        of={{ parameter: row.parameter }}
        lang={words.lang}
        message={messageIn(row, words.lang)}
      />
    </div>
  )
}
