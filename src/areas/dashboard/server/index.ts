import { servePage } from '#server'
import { dashboard } from '../index.ts'
import { dashboardRoutes } from './routes.ts'

export default servePage(dashboard, dashboardRoutes)
