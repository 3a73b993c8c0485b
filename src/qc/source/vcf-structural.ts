import type { VcfFault } from './vcf-fault.ts'

type Must = (holds: boolean, fault: VcfFault) => void
type Info = ReadonlyMap<string, string>

const SYMBOLIC = /^<(DEL|INS|DUP|INV|CNV)(?::[^<>]*)?>$/
const BREAKEND = /[[\]]|^\.[ACGTNacgtn]+$|^[ACGTNacgtn]+\.$/
/** What may be claimed of each kind; where nothing may be claimed, the claim may be missing. */
const CLAIMS: Readonly<Record<string, readonly (string | undefined)[]>> = {
  DEL: ['D', 'J', 'DJ'],
  DUP: ['D', 'J', 'DJ'],
  CNV: ['D', '.', undefined],
  INV: ['J', 'DJ', '.', undefined],
  INS: ['J', 'DJ', '.', undefined],
  BND: ['J', '.', undefined],
}
/** Keys with so many values for each ALT. */
const PER_ALT: Readonly<Record<string, number>> = { CIPOS: 2, CIEND: 2, CILEN: 2, CICN: 2, MEINFO: 4, METRANS: 4 }
/** Keys with so many values for each sequence of a tandem repeat. */
const PER_REPEAT: Readonly<Record<string, number>> = { RUS: 1, RUL: 1, RUC: 1, RB: 1, CIRUC: 2, CIRB: 2 }
/** Pairs of a lower and an upper bound around what is measured. */
const INTERVALS = ['CIPOS', 'CIEND', 'CIRUC', 'CIRB']

/** A single dot says that the key has no value at all. */
const listOf = (info: Info, key: string): string[] | undefined => (info.get(key) === '.' ? undefined : info.get(key)?.split(','))
const kindOf = (alt: string): string | undefined => SYMBOLIC.exec(alt)?.[1] ?? (BREAKEND.test(alt) ? 'BND' : undefined)

/** What 4.4 demands of structural variants. `copied`: samples tell copy numbers. */
export function judgeStructural(alts: readonly string[], info: Info, copied: boolean, must: Must): void {
  const [lengths, claims] = [listOf(info, 'SVLEN') ?? [], listOf(info, 'SVCLAIM') ?? []]
  const copies = new Set<string | undefined>()
  for (const [index, alt] of alts.entries()) {
    const kind = kindOf(alt)
    if (alt === '<*>') must(/^\d+$/.test(info.get('END') ?? ''), 'sv_end')
    if (kind === undefined) continue
    if (kind !== 'BND') must(/^-?\d+$/.test(lengths[index] ?? ''), 'sv_length')
    must(CLAIMS[kind]?.includes(claims[index]) === true, 'sv_claim')
    if (['CNV', 'DEL', 'DUP'].includes(kind)) copies.add(lengths[index])
  }
  must(!copied || copies.size < 2, 'sv_length')
  for (const [key, each] of Object.entries(PER_ALT))
    must((listOf(info, key)?.length ?? alts.length * each) === alts.length * each, 'sv_number')
  for (const key of INTERVALS) must(spansZero(listOf(info, key) ?? []), 'sv_interval')
  judgeRepeats(alts, info, must)
}

const spansZero = (bounds: readonly string[]): boolean =>
  bounds.every((bound, index) => bound === '.' || (index % 2 === 0 ? Number(bound) <= 0 : Number(bound) >= 0))

function judgeRepeats(alts: readonly string[], info: Info, must: Must): void {
  const counts = listOf(info, 'RN') ?? alts.map((alt) => (alt.startsWith('<CNV:TR') ? '1' : '0'))
  const repeats = counts.reduce((sum, count) => sum + (Number(count) || 0), 0)
  for (const [key, each] of Object.entries(PER_REPEAT))
    must((listOf(info, key)?.length ?? repeats * each) === repeats * each, 'repeat_number')
  const [units, sizes, times] = [listOf(info, 'RUS') ?? [], listOf(info, 'RUL') ?? [], listOf(info, 'RUC')]
  must(
    units.every((unit, index) => {
      const size = sizes[index] ?? '.'
      return unit === '.' || (/^[ACGTUNRYSWKMBDHV]+$/i.test(unit) && (size === '.' || Number(size) === unit.length))
    }),
    'repeat_unit',
  )
  must(!info.has('RUB') || times?.every((count) => /^\d+$/.test(count)) === true, 'repeat_unit')
}

/** The phase sets of a sample, one for each allele of its genotype. */
export function judgePhaseSets(genotype: string, sets: string, set: string, must: Must): void {
  const alleles = [...genotype.matchAll(/([|/]?)(?:\d+|\.)/g)].map(([, mark]) => mark)
  const names = sets.split(',')
  must(sets === '.' || names.length === alleles.length, 'phase_sets')
  // A mark that is left out before the first allele is one of no phase as soon as another is.
  must(
    names.every((name, index) => name === '.' || (alleles[index] === '' ? !alleles.includes('/') : alleles[index] === '|')),
    'phase_sets',
  )
  must(set === '' || set === '.' || names.every((name) => name === '.'), 'phase_sets')
}
