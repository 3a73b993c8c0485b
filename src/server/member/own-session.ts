import { ownSessions } from '../auth/own-session.ts'

export const { list: listSessions, end: endSession, endOthers: endOtherSessions } = ownSessions('user')
