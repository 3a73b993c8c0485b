import type { Bundle } from './translate.ts'

/** Every other file. Seventy names with their hashes are a kilobyte that the sign-in page would carry for nothing. */
export const laterFiles = import.meta.glob<Bundle>(['./locale/*/*.json', '!./locale/*/{language,common,login}.json'], { import: 'default' })
