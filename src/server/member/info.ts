import type { Db } from '../db/database.ts'
import { signInBefore } from '../sign-in/sign-in-before.ts'

export type Member = {
  id: number
  username: string
  nickname: string
  email: string | null
  mobile: string | null
  avatar: string | null
  gender: string
  birthday: string | null
  money: number
  score: number
  lastLoginAt: string | null
  lastLoginIp: string | null
  createdAt: string
  motto: string | null
  password: string
  isLive: boolean
}
const COLUMNS = `id, username, nickname, email, mobile, avatar, gender, birthday, money, score, last_login_at AS "lastLoginAt", last_login_ip AS "lastLoginIp", created_at AS "createdAt", motto, password, status AND deleted_at IS NULL AS "isLive"`
/** Account, mail address or mobile number: whatever the member remembers. */
const BY_NAME = `SELECT ${COLUMNS} FROM user_user WHERE lower(username) = lower($1) OR lower(email) = lower($1) OR mobile = $1 ORDER BY "isLive" DESC, lower(username) = lower($1) DESC LIMIT 1`
const BY_ID = `SELECT ${COLUMNS} FROM user_user WHERE id = $1`

export const memberByName = async (db: Db, name: string): Promise<Member | undefined> => (await db.query<Member>(BY_NAME, [name]))[0]
/** As the member sees themselves: their sign-in is the one before this. */
export const ownInfo = async (db: Db, id: number) => {
  const before = await signInBefore(db, 'user', id)
  return { ...infoOf(await memberById(db, id)), lastlogintime: before?.at ?? '', lastloginip: before?.ip ?? '' }
}

export const memberById = async (db: Db, id: number): Promise<Member> => (await db.query<Member>(BY_ID, [id]))[0]!

/** The user info of the specification, without tokens. */
export const infoOf = (m: Member) => ({
  id: m.id,
  username: m.username,
  nickname: m.nickname,
  email: m.email ?? '',
  mobile: m.mobile ?? '',
  avatar: m.avatar ?? '',
  gender: Number(m.gender),
  birthday: m.birthday ?? '',
  money: m.money.toFixed(2),
  score: m.score,
  lastlogintime: m.lastLoginAt ?? '',
  lastloginip: m.lastLoginIp ?? '',
  jointime: m.createdAt,
  motto: m.motto ?? '',
})
