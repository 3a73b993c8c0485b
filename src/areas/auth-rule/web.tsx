import { reloadMenus, view } from '#web'
import { authRule } from './index.ts'

export default view(authRule, { changed: reloadMenus })
