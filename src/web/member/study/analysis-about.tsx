import type { About } from './analysis-calls.ts'
import { useText } from '../../i18n/index.ts'
import { exactTime } from '../../ui/format.ts'
import { TextArea, TextField } from '../../ui/form.tsx'

const today = (): string => exactTime(new Date()).slice(0, 10)
export const isAsking = ({ title, purpose, validUntil }: About): boolean =>
  title.trim() !== '' && purpose.trim() !== '' && validUntil >= today()

/** What a request is called, what it is for, and until when. */
export const AboutFields = ({ about, onChange }: { about: About; onChange(about: About): void }) => {
  const t = useText('analysis')
  return (
    <>
      <TextField
        label={t('own.name')}
        value={about.title}
        maxLength={120}
        required
        onChange={(event) => onChange({ ...about, title: event.target.value })}
      />
      <TextArea
        label={t('own.purpose')}
        help={t('own.purposeHint')}
        value={about.purpose}
        maxLength={2000}
        rows={4}
        required
        onChange={(event) => onChange({ ...about, purpose: event.target.value })}
      />
      <TextField
        label={t('own.validUntil')}
        help={t('own.validHint')}
        type="date"
        min={today()}
        value={about.validUntil}
        required
        onChange={(event) => onChange({ ...about, validUntil: event.target.value })}
      />
    </>
  )
}
