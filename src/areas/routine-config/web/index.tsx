import { later, view } from '#web'
import { routineConfig } from '../index.ts'
import { GroupInput } from './group-input.tsx'

const SettingsPage = later(
  () => import('./settings-page.tsx'),
  (m) => m.default,
)

export default view(routineConfig, { pages: { list: SettingsPage }, fields: { group: { Input: GroupInput as never } } })
