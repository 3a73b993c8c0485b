import { serve } from '#server'
import { studyArchive } from '../index.ts'
import { sendArchive } from './download.ts'
import { archiving, askArchive } from './task.ts'

export default serve(studyArchive, {
  tasks: [archiving],
  routes: ({ guarded }) => guarded('GET', '/admin/study.archive/package', { address: 'ticket' }, sendArchive),
  after: { add: askArchive },
})
