import { later, view } from '#web'
import { userUser } from '../index.ts'

const balance = () => import('./balance.tsx')
const moneyDialog = { Preview: later(balance, (m) => m.moneyDialog.Preview), Answer: later(balance, (m) => m.moneyDialog.Answer) }
const scoreDialog = { Preview: later(balance, (m) => m.scoreDialog.Preview), Answer: later(balance, (m) => m.scoreDialog.Answer) }

export default view(userUser, { dialogs: { adjustMoney: moneyDialog, adjustScore: scoreDialog } })
