import { serve } from '#server'
import { closedStudy } from '#study/state.ts'
import { studyForm } from '../index.ts'

export default serve(studyForm, { lockScope: closedStudy })
