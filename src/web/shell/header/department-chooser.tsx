import { Dropdown } from '../../ui/dropdown.ts'
import { queryClient } from '../../api/query-client.ts'
import { useText } from '../../i18n/index.ts'
import { chooseGroup, useGroup } from '../../state/group.ts'
import { useSite } from '../../state/site.ts'
import { Icon } from '../../ui/icon.tsx'

/** Whose data to look at. Every open list follows at once. */
export const DepartmentChooser = () => {
  const t = useText('shell')
  const departments = useSite((s) => s.departments)
  const chosen = useGroup((s) => s.group)
  if (departments.length < 2) return null
  const choose = (key: string): void => {
    chooseGroup(Number(key))
    void queryClient.invalidateQueries()
  }
  const items = [{ key: '0', label: t('allDepartments') }, ...departments.map((d) => ({ key: String(d.id), label: d.name }))]
  const one = departments.find((d) => String(d.id) === chosen)
  const name = one?.name ?? t('allDepartments')
  return (
    <Dropdown
      menu={{ items, selectedKeys: [chosen], onClick: ({ key }) => choose(key), style: { maxHeight: '60vh', overflow: 'auto' } }}
      trigger={['click']}
    >
      <button type="button" className="department" data-all={one ? undefined : ''} aria-label={t('chooseDepartment', { name })}>
        <Icon name="building-2" size={15} />
        <span>{name}</span>
        <Icon name="chevron-down" size={13} />
      </button>
    </Dropdown>
  )
}
