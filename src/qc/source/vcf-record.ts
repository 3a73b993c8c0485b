import type { VcfFault } from './vcf-fault.ts'
import { judgePhaseSets, judgeStructural } from './vcf-structural.ts'
import { CONTIG, FORMAT_KEY, INFO_KEY, type Declared, type VcfMeta } from './vcf-meta.ts'

const ALT =
  /^(?:[ACGTNacgtn]+|\*|[ACGTNacgtn]*<[^\s<>,]+>|[ACGTNacgtn.]*[[\]][^\s[\]]+[[\]][ACGTNacgtn.]*|\.[ACGTNacgtn]+|[ACGTNacgtn]+\.)$/
const QUAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const BEYOND = /^[+-]?(?:inf|infinity)$|^nan$/i
const VALUE: Readonly<Record<string, RegExp>> = {
  Integer: /^[+-]?\d+$/,
  Float: /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]?(?:inf|infinity)|nan)$/i,
  Character: /^.$/su,
}
const GT = /^(?:\d+|\.)(?:[|/](?:\d+|\.))*$/
/** A mark before the first allele says its phase, since 4.4. */
const GT_PHASED = /^[|/]?(?:\d+|\.)(?:[|/](?:\d+|\.))*$/
const LARGEST = 2 ** 31 - 1

/** Judges one variant line after the other; order and contiguity need the lines before. */
export class VcfRecords {
  readonly #meta: VcfMeta
  readonly #columns: number
  readonly #done = new Set<string>()
  #chrom: string | undefined
  #pos = 0

  constructor(meta: VcfMeta, columns: number) {
    this.#meta = meta
    this.#columns = columns
  }

  /** The smallest eight numbers mean something else in BCF and are not allowed since 4.3. */
  get #least(): number {
    return this.#meta.minor >= 3 ? 8 - 2 ** 31 : -(2 ** 31)
  }

  faultsOf(parts: readonly string[]): Set<VcfFault> {
    const faults = new Set<VcfFault>()
    const must = (holds: boolean, fault: VcfFault): void => {
      if (!holds) faults.add(fault)
    }
    must(parts.length === this.#columns, 'columns')
    if (parts.length < 8) return faults
    must(!parts.includes(''), 'empty_field')
    const [chrom, pos, id, ref, alt, qual, filter, info] = parts as [string, string, string, string, string, string, string, string]
    must(this.#isChrom(chrom), 'chrom')
    must(/^\d+$/.test(pos) && Number(pos) <= LARGEST, 'pos')
    must(isList(id, ';'), 'id')
    must(/^[ACGTNacgtn]*$/.test(ref), 'ref')
    const alts = alt === '.' ? [] : alt.split(',')
    must(alt === '' || alts.every((one) => ALT.test(one) && (one !== '*' || this.#meta.minor >= 2)), 'alt')
    must(qual === '' || qual === '.' || QUAL.test(qual) || (this.#meta.minor >= 3 && BEYOND.test(qual)), 'qual')
    must(filter === '' || (isList(filter, ';') && !filter.split(';').includes('0')), 'filter')
    this.#order(chrom, Number(pos), must)
    const said = info === '' || info === '.' ? new Map<string, string>() : this.#info(info, alts.length, must)
    if (this.#meta.minor >= 4) judgeStructural(alts, said, parts[8]?.split(':').includes('CN') === true, must)
    if (parts.length > 8) this.#samples(parts[8] as string, parts.slice(9), alts.length, must)
    return faults
  }

  /** Before 4.3 a name has no blank and, because of breakends, no colon; a name in <> is one of the assembly file. */
  #isChrom(chrom: string): boolean {
    if (this.#meta.minor < 3) return !/[\s:]/.test(chrom)
    return chrom === '' || CONTIG.test(/^<(.+)>$/.exec(chrom)?.[1] ?? chrom)
  }

  #order(chrom: string, pos: number, must: (holds: boolean, fault: VcfFault) => void): void {
    if (chrom !== this.#chrom) {
      must(!this.#done.has(chrom), 'contiguous')
      if (this.#chrom !== undefined) this.#done.add(this.#chrom)
      this.#chrom = chrom
    } else must(!(pos < this.#pos), 'sorted')
    if (Number.isFinite(pos)) this.#pos = pos
  }

  /** What each key says; nothing where it is a flag. */
  #info(info: string, alts: number, must: (holds: boolean, fault: VcfFault) => void): Map<string, string> {
    const said = new Map<string, string>()
    for (const item of info.split(';')) {
      const at = item.indexOf('=')
      const key = at === -1 ? item : item.slice(0, at)
      must(key !== '' && !/\s/.test(key) && !said.has(key) && at !== item.length - 1, 'info_syntax')
      // Blanks in values are allowed since 4.3, a second equals sign never.
      if (at !== -1) must(!item.includes('=', at + 1) && (this.#meta.minor >= 3 || !item.includes(' ')), 'info_syntax')
      if (key !== '') must(this.#meta.minor < 3 || INFO_KEY.test(key), 'info_syntax')
      said.set(key, at === -1 ? '' : item.slice(at + 1))
      const declared = this.#meta.INFO.get(key)
      if (!declared) continue
      if (declared.type === 'Flag' || at === -1) must((declared.type === 'Flag') === (at === -1), 'info_number')
      else judge(item.slice(at + 1), declared, { A: alts, R: alts + 1 }, ['info_type', 'info_number'], must, this.#least)
    }
    return said
  }

  #samples(format: string, samples: readonly string[], alts: number, must: (holds: boolean, fault: VcfFault) => void): void {
    const keys = format.split(':')
    must(keys.every((key) => key !== '') && new Set(keys).size === keys.length, 'format_syntax')
    must(this.#meta.minor < 3 || keys.every((key) => key === '' || FORMAT_KEY.test(key)), 'format_syntax')
    must(keys.indexOf('GT') <= 0, 'gt_first')
    const pattern = this.#meta.minor >= 4 ? GT_PHASED : GT
    for (const sample of samples) {
      const values = sample.split(':')
      must(values.length <= keys.length, 'sample_fields')
      const genotype = keys[0] === 'GT' ? (values[0] as string) : undefined
      const alleles = genotype?.split(/[|/]/).filter((allele) => allele !== '') ?? []
      const isGenotype =
        genotype === undefined || genotype === '' || (pattern.test(genotype) && alleles.every((one) => one === '.' || Number(one) <= alts))
      must(isGenotype, 'gt')
      for (const [index, value] of values.entries()) {
        const declared = this.#meta.FORMAT.get(keys[index] ?? '')
        if (keys[index] === 'PS') must(declared ? !value.startsWith('-') : /^(?:\d+|\.)?$/.test(value), 'ps')
        if (keys[index] === 'PSL' && this.#meta.minor >= 4) judgePhaseSets(genotype ?? '', value, values[keys.indexOf('PS')] ?? '', must)
        if (!declared || value === '.' || (index === 0 && genotype !== undefined)) continue
        const counts = { A: alts, R: alts + 1, G: genotypes(alts + 1, alleles.length), P: alleles.length || -1 }
        judge(value, declared, counts, ['format_type', 'format_number'], must, this.#least)
      }
    }
  }
}

const isList = (text: string, mark: string): boolean => {
  const names = text.split(mark)
  return !/\s/.test(text) && (text === '' || names.every((name) => name !== '')) && new Set(names).size === names.length
}

/** How many genotypes so many alleles make; -1 where the ploidy is not known. */
function genotypes(alleles: number, ploidy: number): number {
  if (ploidy === 0) return -1
  let count = 1
  for (let index = 1; index <= ploidy; index++) count = (count * (alleles + index - 1)) / index
  return count
}

function judge(
  value: string,
  { number, type }: Declared,
  counts: Readonly<Record<string, number>>,
  [wrongType, wrongNumber]: readonly [VcfFault, VcfFault],
  must: (holds: boolean, fault: VcfFault) => void,
  least: number,
): void {
  if (value === '.') return
  const values = value.split(',')
  const pattern = VALUE[type]
  must(!pattern || values.every((one) => one === '.' || pattern.test(one)), wrongType)
  if (type === 'Integer') must(!values.some((one) => Number(one) < least || Number(one) > LARGEST), wrongType)
  const wanted = /^\d/.test(number) ? Number(number) : (counts[number] ?? -1)
  must(wanted === -1 || values.length === wanted, wrongNumber)
}
