import { SettingGroupInput, SettingsPage, view } from '#web'
import { routineConfig } from './index.ts'

export default view(routineConfig, { pages: { list: SettingsPage }, fields: { group: { Input: SettingGroupInput as never } } })
