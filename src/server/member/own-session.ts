import { ownSessions } from '../sign-in/own-session.ts'

export const { list: listSessions, end: endSession, endOthers: endOtherSessions } = ownSessions('user')
