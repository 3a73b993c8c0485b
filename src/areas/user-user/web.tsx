import { moneyDialog, scoreDialog, view } from '#web'
import { userUser } from './index.ts'

export default view(userUser, { dialogs: { adjustMoney: moneyDialog, adjustScore: scoreDialog } })
