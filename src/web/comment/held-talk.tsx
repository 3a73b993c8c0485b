import { useText } from '../i18n/index.ts'
import { Icon } from '../ui/icon.tsx'

/** In the place of a line that the server would refuse. */
export const HeldTalk = ({ why }: { why: string }) => {
  const t = useText('comment')
  return (
    <p className="comment-none comment-held">
      <Icon name="lock" />
      {t('held', { why })}
    </p>
  )
}
