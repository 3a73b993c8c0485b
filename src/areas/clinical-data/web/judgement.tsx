import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect } from 'react'
import { useResource, useText } from '#web'
import { Button } from '#web/ui/button.tsx'
import { fetchJudgement, formIdOf } from './api.ts'

type Props = { values: Record<string, unknown>; mode: 'add' | 'edit'; onUnasked(names: readonly string[]): void }

/** What the dictionary says about what is being typed: which fields are asked for, what is missing, what follows. The server says it. */
export const Judgement = ({ values, onUnasked }: Props) => {
  const t = useText('clinical')
  const { resource, words } = useResource()
  const typed = useDeferredValue(values)
  const form = formIdOf(resource.name)
  const { data, error, refetch } = useQuery({
    queryKey: ['clinical', 'judge', form, typed],
    queryFn: async ({ signal }) => {
      await new Promise((done) => setTimeout(done, 250))
      return signal.aborted ? null : fetchJudgement(form, typed, signal)
    },
    placeholderData: (old) => old,
    gcTime: 0,
    retry: false,
  })
  const hidden = (data?.hidden ?? []).join()
  useEffect(() => onUnasked(hidden ? hidden.split(',') : []), [hidden, onUnasked])
  // Without it the form looks as if everything was filled in.
  if (error)
    return (
      <div className="clinical-judgement" role="alert">
        <p data-stops>{t('notJudged')}</p>
        <Button onClick={() => void refetch()}>{t('judgeAgain')}</Button>
      </div>
    )
  if (!data) return null
  const results = Object.entries(data.computed).filter(([, value]) => value !== null)
  if (data.missing.length === 0 && results.length === 0 && data.rules.length === 0) return null
  return (
    <div className="clinical-judgement" role="status">
      {results.map(([name, value]) => (
        <p key={name}>
          {words.field(name)} = <b>{value}</b> {resource.fields[name]?.unit}
        </p>
      ))}
      {data.missing.length > 0 && <p>{t('missing', { fields: data.missing.map((name) => words.field(name)).join(t('comma')) })}</p>}
      {data.rules.map(({ text, stops }) => (
        <p key={text} data-stops={stops || undefined}>
          {t(stops ? 'ruleStops' : 'ruleWarns')} {text}
        </p>
      ))}
    </div>
  )
}
