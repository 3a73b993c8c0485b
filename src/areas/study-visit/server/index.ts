import { serve } from '#server'
import { closedStudy } from '#study/state.ts'
import { studyVisit } from '../index.ts'

export default serve(studyVisit, { lockScope: closedStudy })
