import type { Lang } from './own-server.ts'

/** The languages that a long walk is gone in: both. `E2E_LANGUAGES=one` goes each in the one given here, for whoever wants a quick answer while working. */
export const walkedIn = (lang: Lang): readonly Lang[] => (process.env['E2E_LANGUAGES'] === 'one' ? [lang] : ['zh-cn', 'en'])
