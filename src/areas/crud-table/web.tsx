import { DesignDetail, DesignerTools, view } from '#web'
import { crudTable } from './index.ts'

export default view(crudTable, { slots: { toolbar: DesignerTools, rowDetail: DesignDetail as never } })
