import { serve } from '#server'
import { closedStudy } from '#study/state.ts'
import { studyArm } from '../index.ts'

export default serve(studyArm, { lockScope: closedStudy })
