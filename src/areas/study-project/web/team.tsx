import { ensureText, type RowData, useText } from '#web'
import { ListOf } from '#web/resource/list/list-of.tsx'
import { holdsRule } from '#web/state/ability-rules.ts'
import { useAdmin } from '#web/state/admin.ts'

await ensureText('study', 'list')

/** Who is in the team, and who is asked into it. */
export const Team = ({ row }: { row: RowData }) => {
  const t = useText('study')
  const invites = useAdmin((admin) => holdsRule(admin, 'study/invitation/index'))
  const where = [{ field: 'study', operator: '=' as const, val: String(row.id) }]
  const preset = { study: row.id }
  return (
    <>
      <ListOf resource="study.member" where={where} preset={preset} at="team" title={t('team')} addText={t('addMember')} />
      {invites && (
        <ListOf resource="study.invitation" where={where} preset={preset} at="invitations" title={t('invitations')} addText={t('invite')} />
      )}
    </>
  )
}
