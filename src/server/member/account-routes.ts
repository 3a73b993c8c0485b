import type { Declare } from '../http/route.ts'
import { ownSecondFactor } from '../sign-in/own-second-factor.ts'
import { changeBind, verify } from './bind.ts'
import { balance, integral, overview } from './own-ledger.ts'
import { changePassword, retrievePassword } from './own-password.ts'
import { endSession, listSessions } from './own-session.ts'
import { readProfile, saveProfile } from './profile.ts'

const factor = ownSecondFactor('user')

/** The calls of the member centre: a signed-in member whose group holds the rule of the same name. */
export const accountRoutes = ({ open, guarded }: Declare): void => {
  const own = (name: string) => ({ audience: 'user', rule: `account/${name}` }) as const
  guarded('GET', '/api/account/overview', own('overview'), overview)
  guarded('GET', '/api/account/profile', own('profile'), readProfile)
  guarded('POST', '/api/account/profile', own('profile'), saveProfile)
  guarded('POST', '/api/account/verification', own('verification'), verify)
  guarded('POST', '/api/account/changeBind', own('changeBind'), changeBind)
  guarded('POST', '/api/account/changePassword', own('changePassword'), changePassword)
  guarded('GET', '/api/account/balance', own('balance'), balance)
  guarded('GET', '/api/account/integral', own('integral'), integral)
  guarded('GET', '/api/account/sessions', own('sessions'), listSessions)
  guarded('POST', '/api/account/endSession', own('endSession'), endSession)
  // As with the sign-in itself: no group can be kept from a second step of its own.
  const self = { audience: 'user' } as const
  guarded('GET', '/api/account/secondFactor', self, factor.read)
  guarded('POST', '/api/account/beginSecondFactor', self, factor.begin)
  guarded('POST', '/api/account/confirmSecondFactor', self, factor.confirm)
  guarded('POST', '/api/account/renewRecovery', self, factor.renew)
  guarded('POST', '/api/account/endSecondFactor', self, factor.end)
  open('POST', '/api/account/retrievePassword', retrievePassword)
}
