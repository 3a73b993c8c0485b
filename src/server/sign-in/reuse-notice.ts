import { systemContext } from '../model/system-context.ts'
import type { Call } from '../http/call.ts'
import { reuseMail } from '../message/mail-text.ts'
import { post } from '../message/send-task.ts'
import { readSite } from '../site.ts'
import { ACCOUNT } from '../auth/account.ts'
import type { Audience } from '../auth/token.ts'

/** Runs after the answer. Whoever has no mail address finds it among their own activity. */
export const tellOfReuse = ({ backend, language, info }: Call, audience: Audience, ownerId: number): void => {
  backend.background.hand(async () => {
    const [account] = await backend.database.query<{ email: string | null }>(`SELECT email FROM ${ACCOUNT[audience].table} WHERE id = $1`, [
      ownerId,
    ])
    if (!account?.email) return
    const { siteName } = await readSite(backend.database)
    const mail = reuseMail({ to: account.email, site: siteName, language }, info)
    await post({ ...systemContext(backend, language), request: info }, 'session_reuse', mail)
    await backend.standIn.look()
  })
}
