import { serve } from '#server'
import { queryEntry } from '../index.ts'

/** A query that a member sees is seen with what hangs on its thread. */
export default serve(queryEntry, { memberFiles: true })
