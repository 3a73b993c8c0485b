import { useText } from '#web'
import { useAdmin } from '#web/state/admin.ts'
import { useGroup } from '#web/state/group.ts'
import { useSite } from '#web/state/site.ts'
import { showTime } from '#web/ui/time.ts'

export const AccountFacts = () => {
  const t = useText('shell')
  const { nickname, username, lastlogintime, super: isSuper, b_rules } = useAdmin()
  const { version, departments } = useSite()
  const group = useGroup((s) => s.group)
  const department = departments.find((d) => String(d.id) === group)?.name ?? t('allDepartments')
  const facts: [string, string][] = [
    ['nickname', nickname],
    ['username', username],
    ['role', isSuper || '*' in b_rules ? t('dashboard.superAdmin') : t('dashboard.rules', { count: Object.keys(b_rules).length })],
    ['department', department],
    ['lastLogin', showTime(lastlogintime) || '–'],
    ['version', version || '–'],
  ]
  return (
    <section className="panel">
      <header>
        <h2>{t('dashboard.account')}</h2>
      </header>
      <dl className="facts">
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`dashboard.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
