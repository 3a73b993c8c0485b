/** How far from the whole a site may lie by chance: 95 % and 99.8 % of sites like the others do. */
const WARNING = 1.96
const ALARM = 3.09

export type Counted = { judged: number; hit: number }
export type Limits = { low: number; high: number; lowest: number; highest: number }
export type Tone = 'usual' | 'warned' | 'failed'

const within = (share: number): number => Math.min(1, Math.max(0, share))

/** The limits around a share for so many records: the fewer, the wider. */
export const limitsAt = (share: number, judged: number): Limits => {
  const step = judged > 0 ? Math.sqrt((share * (1 - share)) / judged) : 0
  return {
    low: within(share - WARNING * step),
    high: within(share + WARNING * step),
    lowest: within(share - ALARM * step),
    highest: within(share + ALARM * step),
  }
}

/** Sites against all of them together. One that is better than chance is told too: nobody makes no mistakes. */
export const funnelOf = <T extends Counted>(sites: readonly T[]): { share: number; sites: (T & { share: number; tone: Tone })[] } => {
  const judged = sites.reduce((sum, site) => sum + site.judged, 0)
  const share = judged === 0 ? 0 : sites.reduce((sum, site) => sum + site.hit, 0) / judged
  return {
    share,
    sites: sites.map((site) => {
      const own = site.judged === 0 ? 0 : site.hit / site.judged
      const { low, high, lowest, highest } = limitsAt(share, site.judged)
      const tone = own < lowest || own > highest ? 'failed' : own < low || own > high ? 'warned' : 'usual'
      return { ...site, share: own, tone }
    }),
  }
}

/** The curves between two numbers of records, for drawing. */
export const curvesOf = (share: number, most: number, points = 24): (Limits & { judged: number })[] =>
  Array.from({ length: points }, (_, at) => {
    const judged = Math.max(1, (most * (at + 1)) / points)
    return { judged, ...limitsAt(share, judged) }
  })
