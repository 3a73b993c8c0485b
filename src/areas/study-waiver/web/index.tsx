import { view } from '#web'
import { studyWaiver } from '../index.ts'

/** Asked for where it stands in the way, on the page of the study: what it names no person can type. */
export default view(studyWaiver, { madeElsewhere: true })
