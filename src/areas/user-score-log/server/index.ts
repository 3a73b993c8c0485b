import { ledgerOf, serve } from '#server'
import { userScoreLog } from '../index.ts'

export default serve(userScoreLog, ledgerOf('score'))
