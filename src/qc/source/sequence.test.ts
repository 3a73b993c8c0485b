import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { useStage } from './testing/use-stage.ts'

const stage = useStage()

describe('FASTQ and VCF', () => {
  it('one row per read', async () => {
    const { table, cells } = await stage('r.fastq.gz', gzipSync('@r1 extra\nACGTN\n+\nIIII!\n@r2\nGG\n+r2\n@@\n'))
    expect(table.columns).toEqual(['name', 'length', 'gc_percent', 'n_count', 'mean_quality', 'min_quality'])
    expect(cells).toEqual([
      ['r1', '5', '50.00', '1', '32.00', '0'],
      ['r2', '2', '100.00', '0', '31.00', '31'],
    ])
    expect(table.source).toMatchObject({ format: 'fastq', independentRows: 2 })
  })

  it.each([
    ['A00123:45:HXXDSX:1:1101:1000:2000 1:N:0:ATCACG', 'Illumina', ['A00123']],
    ['HWI-EAS1:6:73:941:1973#0/1', 'Illumina', ['HWI-EAS1']],
    ['V300012345L1C001R0010000001/1', 'MGI/BGI', ['V300012345']],
    ['m64011_190830_220126/101320/ccs', 'PacBio', ['m64011_190830_220126']],
    ['0a1b2c3d-0000-4abc-8def-001122334455 runid=1', 'Oxford Nanopore', undefined],
    ['SRR000001.1 length=4', 'SRA/ENA', ['SRR000001']],
    ['r1', undefined, undefined],
  ])('the name %s tells platform and instrument, the reads their lengths', async (name, platform, instrument) => {
    const read = (length: number) => `@${name}\n${'A'.repeat(length)}\n+\n${'#'.repeat(length)}\n`
    const { table } = await stage('named.fastq', [4, 9, 5].map(read).join(''))
    const lengths = { reads: 3, shortest: 4, median: 5, longest: 9, phredOffset: 33 }
    expect(table.source.about).toEqual({ ...lengths, ...(platform ? { platform } : {}), ...(instrument ? { instrument } : {}) })
  })

  it('names wrong records by line and goes on', async () => {
    const { table, cells } = await stage('bad.fastq', '@r1\nACGT\n+\nIII\n@r2\nAC?T\n+\nIIII\n@r3\nAC\n+\nII\n@r4\nACGT\n')
    expect(cells.map((row) => row[0])).toEqual(['r3'])
    expect(table.source.notes).toMatchObject([
      { code: 'fastq_fault', line: 4, detail: 'length_differs' },
      { code: 'fastq_fault', line: 6, detail: 'bad_base' },
      { code: 'fastq_fault', line: 14, detail: 'cut_off' },
      { code: 'fastq_faults', count: 3 },
      { code: 'phred_offset' },
    ])
  })

  it.each([
    ['good reads of today', 'FFIJ', 33],
    ['long accurate reads', 'Z~~~', 33],
    ['an old Illumina file', 'Bhhh', 64],
    ['poor reads', '#h', 33],
  ])('the offset of quality values: %s', async (_name, quality, offset) => {
    const { table } = await stage('q.fastq', `@r\n${'A'.repeat(quality.length)}\n+\n${quality}\n`)
    expect(table.source.notes).toMatchObject([{ code: 'phred_offset', detail: String(offset) }])
  })

  it('the old form with several lines per sequence is refused with a way out', async () => {
    await expect(stage('old.fastq', '@r1\nACGT\nAC\n+\nIIII\nII\n')).rejects.toMatchObject({
      code: 'folded_fastq',
      message: expect.stringContaining('four lines per record'),
    })
  })

  it('finds the next record after a missing line', async () => {
    const { cells } = await stage('gap.fastq', '@r1\nACGT\nIIII\n@r2\nAC\n+\nII\n@r3\nAC\n+\nII\n')
    expect(cells.map((row) => row[0])).toEqual(['r2', 'r3'])
  })

  it('VCF as a table', async () => {
    const { table, cells } = await stage(
      'v.vcf',
      '##fileformat=VCFv4.3\n##source=x\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tS1\n1\t100\t.\tA\tG\t50\tPASS\tDP=9\tGT\t0/1\n1\t101\t.\tA\n',
    )
    expect(table.columns.at(-1)).toBe('S1')
    expect(cells[0]).toEqual(['1', '100', '.', 'A', 'G', '50', 'PASS', 'DP=9', 'GT', '0/1'])
    expect(table.source.notes).toContainEqual({ code: 'ragged_row', line: 5, count: 2, detail: '4/10', severity: 'warning' })
    await expect(stage('no.vcf', '##fileformat=VCFv4.3\n1\t2\n')).rejects.toMatchObject({ code: 'no_vcf_header', place: { line: 2 } })
  })
})
