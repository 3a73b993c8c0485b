import { writeFile } from 'node:fs/promises'
import { profileTable } from '../profile/profile.ts'
import type { TableProfile } from '../profile/types.ts'
import type { Invocation } from './arguments.ts'
import { keysOf, withKeys } from './keys.ts'
import { claimOutput, writeWhole } from './output-file.ts'
import { claimReports, writeReports } from './report-claim.ts'
import { profileReport } from './profile-report.ts'
import { withTables, type Session } from './session.ts'
import type { TrinoSession } from './trino-session.ts'

type Profiling = (Session | TrinoSession) & { unread?: Session['unread'] }

export async function profileCommand(
  invocation: Invocation,
  print: (text: string) => void,
  complain: (text: string) => void,
): Promise<number> {
  const suggest = invocation.option('suggest')
  const inputs = invocation.files.map(({ file }) => file)
  if (suggest) await claimOutput(suggest, inputs)
  await claimReports(invocation, inputs)
  const work = async ({ db, tables, progress, unread = [] }: Profiling): Promise<number> => {
    const profiles: TableProfile[] = []
    for (const table of tables) {
      const label = `${invocation.language === 'zh' ? '剖析' : 'profiling'} ${table.name}`
      profiles.push(
        await profileTable(db, table, {
          identifying: invocation.identifying,
          onProgress: (done, total) => progress.show(label, done, total),
        }),
      )
    }
    const written = await writeReports(invocation, { db, tables, progress }, { profiles })
    progress.clear()
    for (const error of unread) complain(error.text[invocation.language])
    const parameters = withKeys(
      profiles.flatMap((profile) => profile.suggested),
      keysOf(invocation.keys, tables, '--key'),
      tables,
    )
    if (suggest) await writeWhole(suggest, (draft) => writeFile(draft, `${JSON.stringify({ parameters }, null, 2)}\n`))
    if (invocation.json) print(JSON.stringify(profiles.length === 1 ? profiles[0] : profiles, null, 2))
    else
      print(
        [...profiles.map((profile, index) => profileReport(profile, tables[index]!, invocation.language, suggest)), ...written].join(
          '\n\n',
        ),
      )
    return unread.length > 0 ? 2 : 0
  }
  if (invocation.option('trino') === undefined) return withTables(invocation, [], work, true)
  return (await import('./trino-session.ts')).withTrino(invocation, complain, work)
}
