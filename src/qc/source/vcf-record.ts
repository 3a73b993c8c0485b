import type { VcfFault } from './vcf-fault.ts'
import type { Declared, VcfMeta } from './vcf-meta.ts'

const ALT = /^(?:[ACGTNacgtn]+|\*|<[^\s<>,]+>|[ACGTNacgtn.]*[[\]][^\s[\]]+[[\]][ACGTNacgtn.]*|\.[ACGTNacgtn]+|[ACGTNacgtn]+\.)$/
const QUAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/
const VALUE: Readonly<Record<string, RegExp>> = {
  Integer: /^[+-]?\d+$/,
  Float: /^(?:[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]?(?:inf|infinity)|nan)$/i,
  Character: /^.$/su,
}
const GT = /^[|/]?(?:\d+|\.)(?:[|/](?:\d+|\.))*$/

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

  faultsOf(parts: readonly string[]): Set<VcfFault> {
    const faults = new Set<VcfFault>()
    const must = (holds: boolean, fault: VcfFault): void => {
      if (!holds) faults.add(fault)
    }
    must(parts.length === this.#columns, 'columns')
    if (parts.length < 8) return faults
    must(!parts.includes(''), 'empty_field')
    const [chrom, pos, id, ref, alt, qual, filter, info] = parts as [string, string, string, string, string, string, string, string]
    must(!/\s/.test(chrom), 'chrom')
    must(/^\d+$/.test(pos), 'pos')
    must(isList(id, ';'), 'id')
    must(/^[ACGTNacgtn]*$/.test(ref), 'ref')
    const alts = alt === '.' ? [] : alt.split(',')
    must(alt === '' || alts.every((one) => ALT.test(one)), 'alt')
    must(qual === '' || qual === '.' || QUAL.test(qual), 'qual')
    must(filter === '' || (isList(filter, ';') && !filter.split(';').includes('0')), 'filter')
    this.#order(chrom, Number(pos), must)
    if (info !== '' && info !== '.') this.#info(info, alts.length, must)
    if (parts.length > 8) this.#samples(parts[8] as string, parts.slice(9), alts.length, must)
    return faults
  }

  #order(chrom: string, pos: number, must: (holds: boolean, fault: VcfFault) => void): void {
    if (chrom !== this.#chrom) {
      must(!this.#done.has(chrom), 'contiguous')
      if (this.#chrom !== undefined) this.#done.add(this.#chrom)
      this.#chrom = chrom
    } else must(!(pos < this.#pos), 'sorted')
    if (Number.isFinite(pos)) this.#pos = pos
  }

  #info(info: string, alts: number, must: (holds: boolean, fault: VcfFault) => void): void {
    const keys = new Set<string>()
    for (const item of info.split(';')) {
      const at = item.indexOf('=')
      const key = at === -1 ? item : item.slice(0, at)
      must(key !== '' && !/\s/.test(key) && !keys.has(key) && at !== item.length - 1, 'info_syntax')
      keys.add(key)
      const declared = this.#meta.INFO.get(key)
      if (!declared) continue
      if (declared.type === 'Flag' || at === -1) must((declared.type === 'Flag') === (at === -1), 'info_number')
      else judge(item.slice(at + 1), declared, [alts, alts + 1, -1], ['info_type', 'info_number'], must)
    }
  }

  #samples(format: string, samples: readonly string[], alts: number, must: (holds: boolean, fault: VcfFault) => void): void {
    const keys = format.split(':')
    must(keys.every((key) => key !== '') && new Set(keys).size === keys.length, 'format_syntax')
    must(keys.indexOf('GT') <= 0, 'gt_first')
    for (const sample of samples) {
      const values = sample.split(':')
      must(values.length <= keys.length, 'sample_fields')
      const genotype = keys[0] === 'GT' ? (values[0] as string) : undefined
      const alleles = genotype?.split(/[|/]/).filter((allele) => allele !== '') ?? []
      const isGenotype =
        genotype === undefined || genotype === '' || (GT.test(genotype) && alleles.every((one) => one === '.' || Number(one) <= alts))
      must(isGenotype, 'gt')
      for (const [index, value] of values.entries()) {
        const declared = this.#meta.FORMAT.get(keys[index] ?? '')
        if (!declared || value === '.' || (index === 0 && genotype !== undefined)) continue
        judge(value, declared, [alts, alts + 1, genotypes(alts + 1, alleles.length)], ['format_type', 'format_number'], must)
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
  [perAlt, perAllele, perGenotype]: readonly [number, number, number],
  [wrongType, wrongNumber]: readonly [VcfFault, VcfFault],
  must: (holds: boolean, fault: VcfFault) => void,
): void {
  if (value === '.') return
  const values = value.split(',')
  const pattern = VALUE[type]
  must(!pattern || values.every((one) => one === '.' || pattern.test(one)), wrongType)
  const wanted = number === 'A' ? perAlt : number === 'R' ? perAllele : number === 'G' ? perGenotype : number === '.' ? -1 : Number(number)
  must(wanted === -1 || values.length === wanted, wrongNumber)
}
