import { useState } from 'react'
import type { CodeChannel } from '../../api/member.ts'
import { useText } from '../../i18n/index.ts'
import { Button } from '../../ui/button.tsx'
import { useMayMember } from '../../state/member-menu.ts'
import { useMember } from '../../state/member.ts'
import { Icon } from '../../ui/icon.tsx'
import { NewAddress } from './new-address.tsx'
import { ProveAddress } from './prove-address.tsx'

/** One address of mine, and the way to another: the present one is proved first, then the new one. */
export const AddressRow = ({ channel, mayChange }: { channel: CodeChannel; mayChange: boolean }) => {
  const t = useText('member')
  const address = useMember((s) => s[channel])
  const mayProve = useMayMember('account/verification')
  const [open, setOpen] = useState(false)
  const [token, setToken] = useState('')
  const close = (): void => {
    setOpen(false)
    setToken('')
  }
  const isFirst = address === ''
  return (
    <div className="address-row">
      <div className="address-line">
        <Icon name={channel === 'email' ? 'mail' : 'smartphone'} size={18} />
        <span>
          <b>{t(`field.${channel}`)}</b>
          {address || t('address.none')}
        </span>
        {mayChange && (isFirst || mayProve) && (
          <Button
            aria-expanded={open}
            aria-label={open ? undefined : t(`address.${isFirst ? 'bind' : 'change'}Of`, { what: t(`field.${channel}`) })}
            onClick={() => (open ? close() : setOpen(true))}
          >
            {open ? t('cancel') : t(isFirst ? 'address.bind' : 'address.change')}
          </Button>
        )}
      </div>
      {open && !isFirst && !token && <ProveAddress channel={channel} address={address} onProved={setToken} />}
      {open && (isFirst || token) && <NewAddress channel={channel} token={token} onDone={close} onExpired={() => setToken('')} />}
    </div>
  )
}
