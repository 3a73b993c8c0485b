import { type SubmitEvent, useRef, useState } from 'react'
import alert from 'virtual:icon/circle-alert'
import { type OwnProfile, saveProfile } from '../../api/account.ts'
import { draftAt, dropDraft } from '../../draft/drafts.ts'
import { useTyped } from '../../draft/use-typed.ts'
import { useText } from '../../i18n/index.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import '../../resource/form/form.css'
import { KeptNotice } from '../../resource/form/kept-notice.tsx'
import { useLeaveGuard } from '../../resource/form/leave-guard.ts'
import { type MemberInfo, useMember } from '../../state/member.ts'
import { ChoiceField, SubmitButton, TextArea, TextField } from '../../ui/form.tsx'
import { Glyph } from '../../ui/glyph.tsx'
import { type Problems, refusalOf } from '../refusal.ts'
import { AvatarField } from './avatar-field.tsx'
import { typedDay } from './typed-day.ts'

/** One member has one profile. */
const KEY = 'profile'
const LONGEST_MOTTO = 255
const LONGEST_NICKNAME = 50

const draftOf = (info: Partial<MemberInfo>): OwnProfile => ({
  avatar: info.avatar ?? '',
  nickname: info.nickname ?? '',
  gender: info.gender ?? 0,
  birthday: info.birthday ?? '',
  motto: info.motto ?? '',
})

/** What a member says about themselves. Only what changed is sent. */
export const ProfileForm = ({ info }: { info: Partial<MemberInfo> }) => {
  const t = useText('member')
  const words = useText('form')
  const [saved, setSaved] = useState(() => draftOf(info))
  const [kept, setKept] = useState(() => draftAt('user', KEY))
  const [draft, setDraft] = useState<OwnProfile>(() => ({ ...saved, ...kept?.values }))
  const [said, setSaid] = useState<Problems>({})
  const [notice, setNotice] = useState('')
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { ask, dialog } = useConfirm()
  const names = Object.keys(draft) as (keyof OwnProfile)[]
  const changed = names.filter((name) => draft[name] !== saved[name])
  const part = (values: OwnProfile) => Object.fromEntries(changed.map((name) => [name, values[name]]))
  useTyped('user', KEY, changed.length > 0, () => ({ values: part(draft), before: part(saved) }))
  useLeaveGuard(changed.length > 0, async () => {
    const question = { title: words('leave.ask'), detail: words('leave.detail'), yes: words('leave.yes'), no: words('leave.no') }
    const leaves = await ask({ ...question, danger: true })
    if (leaves) dropDraft('user', KEY)
    return leaves
  })
  const put = <K extends keyof OwnProfile>(name: K, value: OwnProfile[K]): void => {
    setDraft((old) => ({ ...old, [name]: value }))
    setSaid((old) => ({ ...old, [name]: '' }))
  }
  const complain = (problems: Problems): void => {
    setSaid(problems)
    form.current?.querySelector<HTMLElement>(`[name=${Object.keys(problems)[0]}]`)?.focus()
  }
  const send = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    setNotice('')
    if (!draft.nickname.trim()) return complain({ nickname: t('profile.nicknameNeeded') })
    setBusy(true)
    try {
      const row = await saveProfile(part(draft), t('profile.saved'))
      dropDraft('user', KEY)
      setKept(undefined)
      useMember.getState().take(row)
      setSaved(draftOf(row))
      setDraft(draftOf(row))
      setSaid({})
    } catch (error) {
      const { msg, problems } = refusalOf(error)
      if (Object.keys(problems).length) complain(problems)
      else setNotice(msg)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form ref={form} className="member-form profile-form" onSubmit={(event) => void send(event)} noValidate>
      {notice && (
        <p className="notice" role="alert">
          <Glyph body={alert} />
          {notice}
        </p>
      )}
      {kept && (
        <KeptNotice
          draft={kept}
          onDiscard={() => {
            dropDraft('user', KEY)
            setKept(undefined)
            setDraft(saved)
          }}
        />
      )}
      <AvatarField
        value={draft.avatar}
        name={draft.nickname || info.username || '–'}
        onChange={(url) => put('avatar', url)}
        error={said['avatar']}
      />
      <div className="profile-pair">
        <TextField label={t('field.username')} value={info.username ?? ''} help={t('profile.usernameFixed')} readOnly />
        <TextField
          name="nickname"
          label={t('field.nickname')}
          autoComplete="nickname"
          maxLength={LONGEST_NICKNAME}
          value={draft.nickname}
          onChange={(event) => put('nickname', event.target.value)}
          error={said['nickname']}
        />
        <ChoiceField
          name="gender"
          label={t('field.gender')}
          value={String(draft.gender)}
          options={['0', '1', '2'].map((value) => ({ value, label: t(`gender.${value}`) }))}
          onChange={(value) => put('gender', Number(value) as OwnProfile['gender'])}
          error={said['gender']}
        />
        <TextField
          name="birthday"
          label={t('field.birthday')}
          autoComplete="bday"
          inputMode="numeric"
          maxLength={12}
          placeholder={t('profile.birthdayForm')}
          value={draft.birthday ?? ''}
          onChange={(event) => put('birthday', event.target.value)}
          onBlur={(event) => put('birthday', typedDay(event.target.value))}
          error={said['birthday']}
        />
      </div>
      <TextArea
        name="motto"
        label={t('field.motto')}
        rows={3}
        maxLength={LONGEST_MOTTO}
        value={draft.motto}
        onChange={(event) => put('motto', event.target.value)}
        error={said['motto']}
      />
      <SubmitButton busy={busy} disabled={changed.length === 0}>
        {t('save')}
      </SubmitButton>
      {dialog}
    </form>
  )
}
