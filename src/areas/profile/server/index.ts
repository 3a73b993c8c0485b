import { servePage } from '#server'
import { profile } from '../index.ts'
import { profileRoutes } from './routes.ts'

export default servePage(profile, profileRoutes)
