import type { Locale, Resource } from '#kernel'

/** One chunk per area and half, found by folder; the definition of a run-time resource comes from the server instead. */
export const definitions = import.meta.glob<Record<string, Resource>>('./*/index.ts')
export const locales = import.meta.glob<{ default: Locale }>('./*/locale.ts')
export const halves = import.meta.glob<{ default: unknown }>('./*/web/index.tsx')
