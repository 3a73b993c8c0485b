import type { MemberInfo } from '../state/member.ts'
import type { CodeChannel } from './member.ts'
import { request } from './request.ts'

/** What of an area waits for the member, and their page that lists it. */
export type Waiting = { key: string; title: string; icon: string; path: string; value: number; late: number }
export type Week = { work: Waiting[]; days: string[]; score: number[]; money: number[] }
export type Ledger = 'balance' | 'integral'
export type LedgerEntry = { id: number; memo: string; createtime: string; before: number; after: number; change: number }
export type LedgerPage = { list: LedgerEntry[]; total: number }
export type MemberSession = { id: string; createdAt: string; lastAt: string; ip: string; userAgent: string; current: boolean }
export type OwnProfile = Pick<MemberInfo, 'avatar' | 'nickname' | 'gender' | 'birthday' | 'motto'>

const url = (action: string) => `/api/account/${action}`
const quiet = { showError: false, cancelDuplicate: false } as const
const write = <T>(action: string, data: Record<string, unknown>, done: string) =>
  request<T>({ url: url(action), method: 'POST', data, showSuccess: done, showError: false }).then((a) => a.data)

export const fetchWeek = () => request<Week>({ url: url('overview'), ...quiet }).then((a) => a.data)
export const fetchProfile = () =>
  request<{ accountVerificationType: CodeChannel[]; userInfo: Partial<MemberInfo> }>({ url: url('profile'), ...quiet }).then((a) => a.data)
export const saveProfile = (change: Partial<OwnProfile>, done: string) =>
  write<{ userInfo: Partial<MemberInfo> }>('profile', change, done).then((data) => data.userInfo)
export const changePassword = (oldPassword: string, newPassword: string, done: string) =>
  write('changePassword', { oldPassword, newPassword }, done)
/** `stopped`: the last session that was ended because a copy of its token was used. */
export type MemberSessions = { list: MemberSession[]; stopped: { at: string; ip: string } | null }
export const fetchSessions = () => request<MemberSessions>({ url: url('sessions'), ...quiet }).then((a) => a.data)
export const endSession = (id: string, done: string) => write('endSession', { id }, done)

/** The ledgers name their amount `money` and `score`; money comes as text, exact to the cent. */
type RawEntry = Omit<LedgerEntry, 'change' | 'before' | 'after'> &
  Record<'before' | 'after', string | number> & { money?: string; score?: number }
export const fetchLedger = async (ledger: Ledger, page: number, limit: number): Promise<LedgerPage> => {
  const { data } = await request<{ list: RawEntry[]; total: number }>({ url: url(ledger), params: { page, limit }, ...quiet })
  const entryOf = ({ id, memo, createtime, before, after, money, score }: RawEntry): LedgerEntry => ({
    id,
    memo,
    createtime,
    before: Number(before),
    after: Number(after),
    change: Number(money ?? score ?? 0),
  })
  return { list: data.list.map(entryOf), total: data.total }
}

/** Proves the present address; the token allows one change of it. */
export const verifyAddress = (type: CodeChannel, captcha: string) =>
  request<{ accountVerificationToken: string }>({
    url: url('verification'),
    method: 'POST',
    data: { type, captcha },
    showError: false,
  }).then((a) => a.data.accountVerificationToken)
export const changeAddress = (type: CodeChannel, address: string, captcha: string, proof: Record<string, string>, done: string) =>
  write<{ userInfo: Partial<MemberInfo> }>('changeBind', { type, [type]: address, captcha, ...proof }, done).then((data) => data.userInfo)
