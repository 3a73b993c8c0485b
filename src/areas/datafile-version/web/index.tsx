import { view } from '#web'
import { datafileVersion } from '../index.ts'
import { FileCell } from './file-cell.tsx'

export default view(datafileVersion, { fields: { name: { width: 240 }, url: { Cell: FileCell, width: 90 } } })
