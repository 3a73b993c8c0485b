import { useQuery } from '@tanstack/react-query'
import type { InputViewProps } from '#web'
import { attributes, text } from '#web/field/input/attributes.ts'
import { fetchSettings } from './api.ts'

/** The groups that are there are offered; a new one may be named. */
export const GroupInput = (p: InputViewProps) => {
  const { data } = useQuery({ queryKey: ['settings', p.words.lang], queryFn: fetchSettings, retry: false })
  return (
    <>
      <input
        {...attributes(p)}
        className="input"
        list={`${p.id}-groups`}
        autoComplete="off"
        value={text(p.value)}
        onChange={(e) => p.onChange(e.target.value)}
      />
      <datalist id={`${p.id}-groups`}>
        {data?.groups.map((g) => (
          <option key={g.name} value={g.name}>
            {g.title}
          </option>
        ))}
      </datalist>
    </>
  )
}
