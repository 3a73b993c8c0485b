import { serve } from '#server'
import { publishedDictionary } from '#study/dictionary/state.ts'
import { studyVariable } from '../index.ts'

export default serve(studyVariable, { lockScope: publishedDictionary })
