import { serve } from '#server'
import { libraryAndOwnStudies } from '#study/library.ts'
import { controlSet } from '../index.ts'

export default serve(controlSet, { scope: libraryAndOwnStudies })
