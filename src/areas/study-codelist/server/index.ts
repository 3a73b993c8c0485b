import { serve } from '#server'
import { publishedDictionary } from '#study/dictionary/state.ts'
import { studyCodelist } from '../index.ts'

export default serve(studyCodelist, { lockScope: publishedDictionary })
