import { view } from '#web'
import { authRule } from '../index.ts'

const reloadMenus = (): void => void import('#web/shell/boot.ts').then((m) => m.reloadMenus())

export default view(authRule, { changed: reloadMenus })
