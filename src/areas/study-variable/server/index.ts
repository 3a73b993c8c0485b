import { serve } from '#server'
import { toldVariables } from '#study/told.ts'
import { publishedDictionary } from '#study/dictionary/state.ts'
import { studyVariable } from '../index.ts'

export default serve(studyVariable, { scope: toldVariables, lockScope: publishedDictionary })
