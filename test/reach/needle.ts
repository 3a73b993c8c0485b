/**
 * A word that stands nowhere else: whose study and site it is of, and from which level of sensitivity on it is read in clear. `n` is of no site: whoever
 * is in the team reads it.
 */
export type Place = { study: 1 | 2; site: 'a' | 'b' | 'n' }
export type Needle = Place & { level: number; text: string }

export const needle = ({ study, site }: Place, kind: string, level = 0): string => `qx${study}${site}${level}${kind}xq`
const SITES = ['n', 'a', 'b'] as const
/** The same as a number, for what is kept as one: of level 0 or 2. Edges of equal steps between them are none. */
export const numeral = ({ study, site }: Place, level = 0, last = 0): string => `91${study}${SITES.indexOf(site)}${level}0${last}`

/** What a variable is called that identifies a person: for whoever is told that there is one. */
export const TOLD = 5
const WORD = /qx([12])([abn])([0-5])[a-z0-9]*?xq/gi
const NUMERAL = /(?<![\w.-])91([12])([012])([02])0\d(?![\w-])/g
const studyOf = (text: string | undefined): 1 | 2 => (text === '2' ? 2 : 1)
export const needlesIn = (text: string): Needle[] => [
  ...[...text.matchAll(WORD)].map(([all, study, site, level]) => ({
    study: studyOf(study),
    site: site?.toLowerCase() === 'a' ? ('a' as const) : site?.toLowerCase() === 'b' ? ('b' as const) : ('n' as const),
    level: Number(level),
    text: all.toLowerCase(),
  })),
  ...[...text.matchAll(NUMERAL)].map(([all, study, site, level]) => ({
    study: studyOf(study),
    site: SITES[Number(site)] ?? 'n',
    level: Number(level),
    text: all,
  })),
]
