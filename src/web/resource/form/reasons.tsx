import { REASON } from '#kernel'
import { useText } from '../../i18n/index.ts'
import { behind } from '../../languages.ts'
import { PresetTexts } from '../../ui/preset-texts.tsx'
import { useResource } from '../context.ts'

type Props = { form: { values: Readonly<Record<string, unknown>>; set(name: string, value: unknown): void } }

/** The reasons that this resource offers, below the field that asks for one. */
export const Reasons = ({ form }: Props) => {
  const t = useText('form')
  const { resource, words } = useResource()
  const texts = (resource.reasons ?? []).map((reason) => reason[behind(words.lang)])
  return (
    <PresetTexts label={t('reasons')} texts={texts} chosen={String(form.values[REASON] ?? '')} onPick={(text) => form.set(REASON, text)} />
  )
}
