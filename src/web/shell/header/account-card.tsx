import { Popover } from 'antd'
import { useState } from 'react'
import { logout } from '../../api/admin.ts'
import { forgetDrafts } from '../../draft/drafts.ts'
import { useText } from '../../i18n/index.ts'
import { useAdmin } from '../../state/admin.ts'
import { addressOf, flatten, useMenu } from '../../state/menu.ts'
import { useRecords } from '../../state/records.ts'
import { useTabs } from '../../state/tabs.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { openMenu } from '../../navigation/open.ts'
import { isRegistered } from '../register-routes.ts'
import { showTime } from '../../ui/time.ts'
import './account-card.css'

/** A full page load after signing out: nothing of the last person's data stays in memory. */
const signOut = async (): Promise<void> => {
  const { refreshToken, clear } = useAdmin.getState()
  await logout(refreshToken).catch(() => {})
  await forgetDrafts('admin')
  clear()
  for (const store of [useTabs, useRecords]) store.persist.clearStorage()
  window.location.assign('/admin/login')
}

export const AccountCard = () => {
  const t = useText('shell')
  const { nickname, username, avatar, lastlogintime } = useAdmin()
  const [open, setOpen] = useState(false)
  const nodes = useMenu((s) => s.nodes)
  const profile = flatten(nodes).find((n) => n.component === 'page:profile' && isRegistered(addressOf(n)))
  const card = (
    <div className="account-card">
      <div className="account-who">
        <Avatar src={avatar} name={nickname || username} size={44} />
        <div>
          <strong>{nickname || username}</strong>
          <span>{username}</span>
        </div>
      </div>
      {lastlogintime && <p>{t('lastLogin', { time: showTime(lastlogintime) })}</p>}
      <div className="account-actions">
        {profile && (
          <button
            type="button"
            onClick={() => {
              setOpen(false)
              openMenu(profile)
            }}
          >
            <Icon name="circle-user-round" /> {t('profile')}
          </button>
        )}
        <button type="button" onClick={() => void signOut()}>
          <Icon name="log-out" /> {t('signOut')}
        </button>
      </div>
    </div>
  )
  return (
    <Popover content={card} trigger="click" placement="bottomRight" open={open} onOpenChange={setOpen} arrow={false}>
      <button type="button" className="account" aria-label={t('account', { name: nickname || username })}>
        <Avatar src={avatar} name={nickname || username} size={26} />
      </button>
    </Popover>
  )
}
