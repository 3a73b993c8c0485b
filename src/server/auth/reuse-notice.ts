import { systemContext } from '../http/visit.ts'
import type { Visit } from '../http/visit.ts'
import { deliver } from '../message/deliver.ts'
import { reuseMail } from '../message/mail-text.ts'
import { readSite } from '../site.ts'
import { ACCOUNT } from './account.ts'
import type { Audience } from './token.ts'

/** Runs after the answer. Whoever has no mail address finds it among their own activity. */
export const tellOfReuse = ({ house, language, facts }: Visit, audience: Audience, ownerId: number): void => {
  house.postOffice.hand(async () => {
    const [account] = await house.database.query<{ email: string | null }>(`SELECT email FROM ${ACCOUNT[audience].table} WHERE id = $1`, [
      ownerId,
    ])
    if (!account?.email) return
    const { siteName } = await readSite(house.database)
    const mail = reuseMail({ to: account.email, site: siteName, language }, facts)
    await deliver({ ...systemContext(house, language), request: facts }, 'session_reuse', mail)
  })
}
