import { refuse } from '#kernel'
import { contextOf } from '#server'
import type { Call, Declare } from '#server'
import { ROLE_WORDS } from '#study/role.ts'
import locale from '../locale.ts'
import { accept } from './accept.ts'
import { followLink } from './link.ts'
import { masked } from './masked.ts'

const codeIn = ({ body }: Call): unknown => (typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : undefined)

type Shown = {
  title: string
  titleEn: string
  name: string
  email: string | null
  role: keyof (typeof ROLE_WORDS)['en']
  by: string
  expiresAt: string
  sites: string[]
}
const SHOWN = `SELECT p.title, p.title_en AS "titleEn", i.name, i.email, i.role, a.nickname AS by, i.expires_at AS "expiresAt",
  ARRAY(SELECT d.name FROM department d WHERE d.id = ANY(i.departments) ORDER BY d.id) AS sites
  FROM study_invitation i JOIN study_project p ON p.id = i.study JOIN auth_admin a ON a.id = i.by WHERE i.id = $1 AND i.state = 'open' AND p.deleted_at IS NULL`

/** What the holder of a link is invited to; they may have no account yet. */
const read = async (call: Call) => {
  const { database } = call.backend
  const [shown] = await database.query<Shown>(SHOWN, [await followLink(database, codeIn(call))])
  if (!shown) throw refuse(locale, 'gone')
  const { title, titleEn, role, email, ...rest } = shown
  const isEnglish = call.language === 'en'
  return {
    ...rest,
    study: isEnglish ? titleEn : title,
    role: ROLE_WORDS[call.language][role],
    email: email === null ? null : masked(email),
  }
}

export const invitationRoutes = ({ open, guarded }: Declare): void => {
  open('POST', '/api/study/invitation/read', read)
  guarded('POST', '/api/study/invitation/accept', { audience: 'user' }, async (call, actor) =>
    accept(await contextOf(call, actor), actor, codeIn(call)),
  )
}
