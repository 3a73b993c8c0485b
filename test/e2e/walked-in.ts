import type { Lang } from './own-server.ts'

/**
 * A walk of many steps is gone in one language. That the other has every word, and no page a word of its own, is tested without a browser
 * (`src/web/i18n`, `src/web/spoken.test.ts`); E2E_LANGUAGES=both goes every walk in both.
 */
export const walkedIn = (lang: Lang): readonly Lang[] => (process.env['E2E_LANGUAGES'] === 'both' ? ['zh-cn', 'en'] : [lang])
