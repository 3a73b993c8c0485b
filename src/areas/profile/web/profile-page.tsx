import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { defineResource, f, type Resource } from '#kernel'
import { useText } from '#web'
import { joinNames } from '#web/ui/format.ts'
import { useLanguage } from '#web/i18n/index.ts'
import { loadResource } from '#web/resource/load.ts'
import type { Values } from '#web/resource/form/draft.ts'
import { Failure, Skeleton } from '#web/ui/states.tsx'
import { wordsOf } from '#web/field/words.ts'
import { useAdmin } from '#web/state/admin.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { showTime } from '#web/ui/time.ts'
import { Sheet } from '#web/resource/form/sheet.tsx'
import { SecondFactorCard } from '#web/second-factor/card.tsx'
import { useSite } from '#web/state/site.ts'
import { ActivityList } from './activity-list.tsx'
import { changePassword, fetchProfile, type Profile, saveProfile } from './api.ts'
import './profile.css'
import { SessionList } from './session-list.tsx'

const MINE = ['avatar', 'nickname', 'email', 'mobile', 'motto']
const secretsOf = (min: number) =>
  defineResource('profile.password', {
    label: 'oldPassword',
    fields: {
      oldPassword: f.password({ required: true }),
      newPassword: f.password({ required: true, min }),
      again: f.password({ required: true }),
    },
    list: { columns: [] },
  }) as unknown as Resource

const Facts = ({ profile }: { profile: Profile }) => {
  const t = useText('area')
  const facts: [string, string][] = [
    ['username', profile.username],
    ['groups', joinNames(profile.groups)],
    ['department', profile.department ?? ''],
    ['job', profile.job ?? ''],
    ['lastLogin', [showTime(profile.lastLoginAt ?? ''), profile.lastLoginIp].filter(Boolean).join(' · ')],
    ['createdAt', showTime(profile.createdAt)],
  ]
  return (
    <section className="panel-card profile-who">
      <Avatar src={profile.avatar ?? ''} name={profile.nickname} size={72} />
      <h1>{profile.nickname}</h1>
      {typeof profile['motto'] === 'string' && profile['motto'] !== '' && <p>{profile['motto']}</p>}
      <dl>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`profile.${key}`)}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** The fields of the account as the list of admins has them, narrowed to what is one's own to say. */
const useAccountForm = () => {
  const lang = useLanguage()
  const common = useText('field')
  const { data } = useQuery({ queryKey: ['resource', 'auth.admin'], queryFn: () => loadResource('auth.admin'), staleTime: Infinity })
  return useMemo(() => {
    if (!data) return null
    const fields = Object.fromEntries(MINE.flatMap((name) => (data.resource.fields[name] ? [[name, data.resource.fields[name]]] : [])))
    const shape = { ...data.resource, fields, traits: [], form: ['avatar', 'nickname', ['email', 'mobile'], 'motto'] } as Resource
    return { shape, words: wordsOf(data.locale, lang, common) }
  }, [data, lang, common])
}

const Account = ({ profile }: { profile: Profile }) => {
  const t = useText('area')
  const client = useQueryClient()
  const form = useAccountForm()
  const save = async (change: Values) => {
    const row = await saveProfile(change)
    useAdmin.getState().take({ nickname: row.nickname, avatar: row.avatar ?? '' })
    client.setQueryData(['profile', 'me'], row)
    void client.invalidateQueries({ queryKey: ['profile', 'activity'] })
  }
  return (
    <section className="panel-card" aria-label={t('profile.account')}>
      <h2>{t('profile.account')}</h2>
      {form ? <Sheet {...form} row={profile} save={t('save')} onSave={save} /> : <Skeleton rows={4} shape="form" />}
    </section>
  )
}

const Password = () => {
  const t = useText('area')
  const lang = useLanguage()
  const client = useQueryClient()
  const min = useSite((s) => s.passwordMin)
  const secrets = useMemo(() => secretsOf(min), [min])
  const words = useMemo(
    () => ({
      lang,
      title: '',
      remark: '',
      field: (name: string) => t(`profile.${name}`),
      help: (name: string) => (name === 'newPassword' ? t('profile.passwordHelp') : undefined),
      option: (_: string, value: string) => value,
      section: (key: string) => key,
      action: (name: string) => name,
      move: (to: string) => to,
    }),
    [lang, t],
  )
  const save = async ({ oldPassword, newPassword, again }: Values) => {
    if (again !== newPassword) throw new Error(t('profile.differ'))
    await changePassword({ oldPassword, newPassword })
    void client.invalidateQueries({ queryKey: ['profile'] })
  }
  return (
    <section className="panel-card" aria-label={t('profile.password')}>
      <h2>{t('profile.password')}</h2>
      <Sheet shape={secrets} words={words} row={{}} save={t('profile.changePassword')} onSave={save} once />
    </section>
  )
}

export default function ProfilePage() {
  const { data, error, refetch } = useQuery({ queryKey: ['profile', 'me'], queryFn: fetchProfile, staleTime: 0, retry: false })
  if (error && !data) return <Failure error={error} retry={() => void refetch()} />
  return (
    <div className="profile-page">
      {data ? (
        <>
          <div>
            <Facts profile={data} />
            <SessionList />
          </div>
          <div>
            <Account profile={data} />
            <Password />
            <SecondFactorCard audience="admin" />
            <ActivityList />
          </div>
        </>
      ) : (
        <Skeleton rows={6} />
      )}
    </div>
  )
}
