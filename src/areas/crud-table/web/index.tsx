import { later, view } from '#web'
import { crudTable } from '../index.ts'

// The workbench comes when it is used, not with the list.
const launcher = () => import('./launcher.tsx')
const DesignerTools = later(launcher, (m) => m.DesignerTools)
const DesignDetail = later(launcher, (m) => m.DesignDetail)

export default view(crudTable, { slots: { toolbar: DesignerTools, rowDetail: DesignDetail as never } })
