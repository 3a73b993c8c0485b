import { ledgerOf, serve } from '#server'
import { userMoneyLog } from '../index.ts'

export default serve(userMoneyLog, ledgerOf('money'))
