import { ensureText, useText } from '#web'

await ensureText('control')

type Taken = { added: number; drafts: number; same: number }
const isTaken = (answer: unknown): answer is Taken => typeof answer === 'object' && answer !== null && 'drafts' in answer

/** What became of the rules of a file. */
export const TakenAnswer = ({ answer }: { answer: unknown }) => {
  const t = useText('control')
  if (!isTaken(answer)) return null
  const { added, drafts, same } = answer
  return (
    <>
      <p role="status">{t('taken', { added, drafts, same })}</p>
      {drafts > 0 && <p>{t('takenDrafts')}</p>}
    </>
  )
}
