import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Mentions } from 'antd'
import { useState } from 'react'
import { ensureText, useText } from '../i18n/index.ts'
import { useCan } from '../state/ability.tsx'
import { toast } from '../state/toast.ts'
import { Button } from '../ui/button.tsx'
import { exactTime, momentOf } from '../ui/format.ts'
import { Failure, Skeleton } from '../ui/states.tsx'
import { fetchComments, fetchPeople, type Matter, type Person, type Said, sayComment } from './api.ts'
import './comments.css'

await ensureText('comment')

const MOST = 2000
const keyOf = ({ resource, record }: Matter) => ['comment', resource, record]

/** Whoever is mentioned stands out. */
const Words = ({ text, mentions }: Pick<Said, 'text' | 'mentions'>) => {
  const names = mentions.map((name) => `@${name}`)
  const parts: string[] = []
  let rest = text
  while (rest) {
    const at = names.map((name) => rest.indexOf(name)).filter((i) => i >= 0)
    const first = at.length ? Math.min(...at) : -1
    const name = names.filter((one) => rest.startsWith(one, first)).toSorted((a, b) => b.length - a.length)[0]
    if (first < 0 || !name) {
      parts.push(rest)
      break
    }
    parts.push(rest.slice(0, first), name)
    rest = rest.slice(first + name.length)
  }
  return <p>{parts.map((part, i) => (names.includes(part) ? <b key={i}>{part}</b> : part))}</p>
}

const List = ({ said }: { said: readonly Said[] }) => (
  <ol>
    {said.map(({ id, at, by, text, mentions }) => {
      const moment = momentOf(at)
      return (
        <li key={id}>
          <p className="comment-head">
            <b>{by}</b>
            {moment && <time dateTime={at}>{exactTime(moment)}</time>}
          </p>
          <Words text={text} mentions={mentions} />
        </li>
      )
    })}
  </ol>
)

const Entry = (matter: Matter) => {
  const t = useText('comment')
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [typed, setTyped] = useState<string | null>(null)
  const [picked, setPicked] = useState<readonly Person[]>([])
  const [busy, setBusy] = useState(false)
  const { data: people = [], isFetching } = useQuery({
    queryKey: [...keyOf(matter), 'people', typed],
    queryFn: ({ signal }) => fetchPeople(matter, typed ?? '', signal),
    enabled: typed !== null,
  })
  const say = async () => {
    setBusy(true)
    const mentions = picked.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id)
    try {
      await sayComment(matter, text.trim(), mentions)
      setText('')
      setPicked([])
      await client.invalidateQueries({ queryKey: keyOf(matter) })
    } catch (error) {
      toast.error(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }
  return (
    <div className="comment-entry">
      <Mentions
        aria-label={t('write')}
        placeholder={t('hint')}
        rows={2}
        maxLength={MOST}
        value={text}
        loading={isFetching}
        onChange={setText}
        onSearch={setTyped}
        onSelect={({ value }) => {
          const person = people.find(({ name }) => name === value)
          if (person) setPicked((all) => [...all, person])
        }}
        options={people.map(({ id, name, username }) => ({ key: String(id), value: name, label: `${name} (${username})` }))}
        notFoundContent={t('nobody')}
      />
      <Button look="primary" busy={busy} disabled={text.trim() === ''} onClick={() => void say()}>
        {t('say')}
      </Button>
    </div>
  )
}

/** What people say about a record, and a line to say more; nobody sees it who does not see the record. */
export const Comments = ({ resource, record }: Matter) => {
  const t = useText('comment')
  const [mayRead, maySay] = [useCan('comment/index'), useCan('comment/say')]
  const matter = { resource, record }
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(matter),
    queryFn: ({ signal }) => fetchComments(matter, signal),
    enabled: mayRead,
    staleTime: 0,
  })
  if (!mayRead) return null
  return (
    <section className="comments" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      {error && !data ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={2} />
      ) : data.length === 0 ? (
        <p className="comment-none">{t('none')}</p>
      ) : (
        <List said={data} />
      )}
      {maySay && <Entry {...matter} />}
    </section>
  )
}
