import { servePage } from '#server'
import { catalogue, dimensions } from '#study/parameter/catalogue.ts'
import { controlCatalogue } from '../index.ts'

export default servePage(controlCatalogue, (declare) => {
  declare.guarded('GET', '/admin/control.catalogue/index', { audience: 'admin', rule: 'control/catalogue/index' }, async () => ({
    dimensions,
    checks: catalogue(),
  }))
})
