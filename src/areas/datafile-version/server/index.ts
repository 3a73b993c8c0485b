import { serve } from '#server'
import { datafileVersion } from '../index.ts'
import { memberFiles } from './member-files.ts'
import { withheld, withoutAddress } from './secret.ts'

export default serve(datafileVersion, { memberFiles, showAll: withoutAddress, withheld })
