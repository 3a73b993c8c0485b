import { describe, expect, it } from 'vitest'
import { useStage } from './testing/use-stage.ts'
import { VCF_FAULTS, type VcfFault } from './vcf-fault.ts'

const stage = useStage()

const BASE = [
  '##fileformat=VCFv4.3',
  '##source=a "tool", 1.0',
  '##contig=<ID=1,length=1000>',
  '##META=<ID=Assay,Type=String,Number=.,Values=[WholeGenome, Exome]>',
  '##SAMPLE=<ID=S1,Assay=Exome>',
  '##PEDIGREE=<ID=S1,Original=S2>',
  '##ALT=<ID=DEL:ME,Description="Deletion">',
  '##FILTER=<ID=q10,Description="Quality below 10, \\"low\\"">',
  '##INFO=<ID=DP,Number=1,Type=Integer,Description="Depth">',
  '##INFO=<ID=AF,Number=A,Type=Float,Description="Frequency">',
  '##INFO=<ID=DB,Number=0,Type=Flag,Description="Known">',
  '##FORMAT=<ID=GT,Number=1,Type=String,Description="Genotype">',
  '##FORMAT=<ID=AD,Number=R,Type=Integer,Description="Depth per allele">',
  '##FORMAT=<ID=PL,Number=G,Type=Integer,Description="Likelihoods">',
  '##FORMAT=<ID=PS,Number=1,Type=Integer,Description="Phase set">',
  '#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\tFORMAT\tS1\tS2',
  '1\t10\trs1\tA\tC,<DEL>\t50\tPASS\tDP=9;AF=0.1,.;DB;XX=any;SVLEN=.,5;SVCLAIM=.,D\tGT:AD:PL\t0|1:1,2,3:0,1,2,3,4,5\t1:.:1,2,3',
  '1\t20\t.\tacgtN\tG]17:198982]\t1e3\tq10\t.\tGT:AD:PS\t./.:.:7\t0/1',
  '2\t5\trs2;rs3\tG\t*\t.\t.\tDP=.\tGT\t0/0/1\t.',
]

/** The base with one line replaced; a line may be looked for by its beginning. */
const changed = (from: string, to: string): string => {
  const line = BASE.findIndex((text) => text.includes(from))
  expect(line, from).toBeGreaterThan(-1)
  return [...BASE.slice(0, line), BASE[line]!.replace(from, to), ...BASE.slice(line + 1), ''].join('\n')
}

const changed44 = (from: string, to: string): string => changed(from, to).replace('VCFv4.3', 'VCFv4.4')
/** The structural variant of the base with other words about it. */
const structural = (to: string, alts = 'C,<DEL>'): string => changed44('SVLEN=.,5;SVCLAIM=.,D', to).replace('C,<DEL>', alts)

/** For every demand, files that break it and nothing else. */
const BROKEN: Record<VcfFault, string[]> = {
  version: [changed('VCFv4.3', 'VCFv3.3'), changed('VCFv4.3', 'VCFv4.9')],
  fileformat_repeated: [changed('##source=a "tool", 1.0', '##fileformat=VCFv4.3')],
  bom: [`\ufeff${[...BASE, ''].join('\n')}`],
  utf8: [changed('##source=a', '##source=\ufffd'), changed('XX=any', 'XX=\ufffd')],
  control: [changed('##source=a', '##source=\u0001'), changed('XX=any', 'XX=\u001f'), changed('XX=any', 'XX=a\rb')],
  meta_syntax: [
    changed('##source=a "tool", 1.0', '##source'),
    changed('Description="Depth">', 'Description="Depth>'),
    changed('<ID=1,length=1000>', 'ID=1'),
  ],
  meta_fields: [changed(',Description="Known"', ''), changed('##FORMAT=<ID=PL,Number=G,', '##FORMAT=<ID=PL,')],
  meta_id: [
    changed('##INFO=<ID=DB', '##INFO=<ID=1DB'),
    changed('##FORMAT=<ID=PL', '##FORMAT=<ID=P-L').replaceAll(':PL', ':QL'),
    changed('##contig=<ID=1', '##contig=<ID=(1)'),
    changed('##contig=<ID=1', '##contig=<ID=DEL'),
    changed('ID=DEL:ME', 'ID=DEL:M E'),
    changed('ID=DEL:ME', 'ID=DEL:M<E'),
  ],
  meta_quoted: [
    changed('"Known"', 'Known'),
    changed('"Known"', '"Known",Source=dbsnp'),
    changed('"Known"', '"Known",Source="dbsnp",Version=138'),
  ],
  alt_type: [changed('ID=DEL:ME', 'ID=ALU')],
  meta_type: [
    changed('Number=1,Type=Integer', 'Number=1,Type=Whole'),
    changed('##FORMAT=<ID=GT,Number=1,Type=String', '##FORMAT=<ID=GT,Number=0,Type=Flag'),
  ],
  meta_number: [
    changed('ID=DP,Number=1', 'ID=DP,Number=B'),
    changed('ID=DB,Number=0', 'ID=DB,Number=1'),
    changed('ID=AD,Number=R', 'ID=AD,Number=P'),
  ],
  meta_repeated: [changed('ID=DB,Number=0,Type=Flag', 'ID=DP,Number=1,Type=Integer'), changed('##PEDIGREE=<ID=S1', '##SAMPLE=<ID=S1')],
  header_tab: [changed('S1\tS2', 'S1\tS2\t')],
  sample_repeated: [changed('S1\tS2', 'S1\tS1')],
  no_format: [changed('INFO\tFORMAT', 'INFO\tSHAPE')],
  columns: [changed('\t0/0/1\t.', '\t0/0/1'), changed('\t0/0/1\t.', '\t0/0/1\t.\t.')],
  empty_field: [changed('\trs1\t', '\t\t'), changed('2\t5\trs2;rs3\tG\t*\t.\t.', '2\t5\trs2;rs3\tG\t*\t\t.')],
  chrom: [changed('2\t5', '2 \t5'), changed('2\t5', '*2\t5'), changed('2\t5', '2,3\t5')],
  pos: [changed('2\t5', '2\t2147483648'), changed('2\t5', '2\t-5'), changed('2\t5', '2\tx')],
  id: [changed('rs2;rs3', 'rs2;rs2'), changed('rs2;rs3', 'rs2 3'), changed('rs2;rs3', 'rs2;')],
  ref: [changed('acgtN', 'acgR'), changed('rs1\tA', 'rs1\t.')],
  alt: [changed('C,<DEL>', 'C,X'), changed('C,<DEL>', 'C,<D EL>'), changed('C,<DEL>', 'C,')],
  qual: [changed('1e3', 'high')],
  filter: [changed('q10\t.', 'q10;q10\t.'), changed('q10\t.', '0\t.'), changed('q10\t.', 'q 10\t.')],
  info_syntax: [
    changed('DP=9;', 'DP=9;;'),
    changed('XX=any', 'DP=9'),
    changed('XX=any', 'XX='),
    changed('XX=any', 'XX=a=b'),
    changed('XX=any', '2X=any'),
  ],
  info_type: [changed('DP=9', 'DP=9.5'), changed('AF=0.1', 'AF=low'), changed('DP=9', 'DP=2147483648'), changed('DP=9', 'DP=-2147483645')],
  info_number: [changed('DP=9', 'DP=9,8'), changed('AF=0.1,.', 'AF=0.1'), changed('DB;', 'DB=1;'), changed('DP=9', 'DP')],
  format_syntax: [
    changed('GT:AD:PS\t./.', 'GT:AD:AD\t./.').replace(':.:7', ':.:.'),
    changed('GT:AD:PS\t', 'GT:AD:\t'),
    changed('GT:AD:PS\t', 'GT:AD:9S\t'),
  ],
  gt_first: [changed('GT:AD:PS\t./.:.:7\t0/1', 'AD:GT\t.:./.\t.:0/1')],
  sample_fields: [changed('0/0/1', '0/0/1:3')],
  gt: [changed('0/0/1', '0/0/2'), changed('0/0/1', '0-1'), changed('0/0/1', '0/'), changed('0/0/1', '|0/1')],
  ps: [changed('.:7', '.:-7'), changed('##FORMAT=<ID=PS', '##FORMAT=<ID=PT').replace('.:.:7', '.:.:abc')],
  phase_sets: [
    changed44('0/0/1', '0/0|1:x,.,1*5*3').replace('\tGT\t0/0|1', '\tGT:PSL\t0/0|1'),
    changed44('GT\t0/0/1', 'GT:PSL\t0/0|1:.,1*5*3'),
    changed44('GT\t0/0/1', 'GT:PS:PSL\t0/0|1:4:.,.,1*5*3'),
  ],
  sv_length: [
    structural('SVCLAIM=.,D'),
    structural('SVLEN=.,.;SVCLAIM=.,D'),
    structural('SVLEN=.', 'C,<INS>'),
    structural('SVLEN=4,5;SVCLAIM=D,D', '<DUP>,<DEL>').replace('GT:AD:PL\t0|1:1,2,3:0,1,2,3,4,5\t1:.:1,2,3', 'GT:CN\t0|1:2\t1:1'),
  ],
  sv_claim: [
    structural('SVLEN=.,5'),
    structural('SVLEN=.,5;SVCLAIM=.,X'),
    structural('SVLEN=.,5;SVCLAIM=.,J', 'C,<CNV>'),
    structural('SVLEN=.,5;SVCLAIM=.,D', 'C,<INV>'),
    structural('SVCLAIM=.,D', 'C,A[1:5['),
  ],
  sv_end: [structural('XY=1', 'C,<*>')],
  sv_number: [
    structural('SVLEN=.,5;SVCLAIM=.,D;CIPOS=-1,1'),
    structural('SVLEN=.,5;SVCLAIM=.,D;CICN=1'),
    structural('SVLEN=.,5;SVCLAIM=.,D;MEINFO=a,1,2,+'),
  ],
  sv_interval: [structural('SVLEN=.,5;SVCLAIM=.,D;CIPOS=0,0,1,2'), structural('SVLEN=.,5;SVCLAIM=.,D;CIEND=.,.,-2,-1')],
  repeat_number: [structural('SVLEN=.,5;RN=.,2;RUS=CAG', 'C,<CNV:TR>'), structural('SVLEN=.,5;RUS=CAG;CIRUC=-1', 'C,<CNV:TR>')],
  repeat_unit: [
    structural('SVLEN=.,5;RUS=CAX', 'C,<CNV:TR>'),
    structural('SVLEN=.,5;RUS=CAG;RUL=2', 'C,<CNV:TR>'),
    structural('SVLEN=.,5;RUS=CAG;RUB=3', 'C,<CNV:TR>'),
  ],
  format_type: [changed('1,2,3:0', '1,2,x:0')],
  format_number: [changed('1,2,3:0', '1,2:0'), changed('0,1,2,3,4,5', '0,1,2,3,4'), changed('.:1,2,3', '.:1,2')],
  contiguous: [changed('2\t5', '2\t5\trs9\tA\tC\t.\t.\t.\tGT\t0\t0\n1\t30')],
  sorted: [changed('1\t20', '1\t9')],
  final_newline: [BASE.join('\n')],
}

const faultsIn = async (content: string | Buffer): Promise<[string | undefined, number | undefined][]> => {
  const { table } = await stage('v.vcf', content)
  return table.source.notes.flatMap(({ code, detail, line }) => (code === 'vcf_fault' ? [[detail, line]] : []))
}

describe('VCF against its specification', () => {
  it.each(['VCFv4.1', 'VCFv4.2', 'VCFv4.3', 'VCFv4.4'])('a good file of %s breaks nothing', async (version) => {
    const good = changed('VCFv4.3', version)
    const content = version === 'VCFv4.1' ? good.replace('ID=AD,Number=R', 'ID=AD,Number=.').replace('G\t*', 'G\tT') : good
    expect(await faultsIn(content)).toEqual([])
    expect(await faultsIn(content.replaceAll('\n', '\r\n'))).toEqual([])
  })

  it.each([
    ['an assembled contig in short', changed('C,<DEL>', 'C,C<ctg1>')],
    ['an endless quality', changed('1e3', 'inf')],
    ['the address of a database of pedigrees', changed('##PEDIGREE=<ID=S1,Original=S2>', '##pedigreeDB=<http://example.org/p>')],
    ['what 4.4 lets out', structural('SVLEN=.,5', 'C,<INS>')],
    ['an interval that is missing', structural('SVLEN=.,5;SVCLAIM=.,D;CIPOS=.')],
    ['a repeat', structural('SVLEN=.,5;RN=.,2;RUS=CAG,TG;RUL=3,2;CIRUC=-1,1,.,.', 'C,<CNV:TR>')],
    ['phase sets of each allele', changed44('GT\t0/0/1', 'GT:PSL\t0/0|1:.,.,1*5*3')],
    ['the same of a genotype without a first mark', changed44('GT\t0/0/1', 'GT:PSL\t0|1:.,1*5*2')],
  ])('%s breaks nothing', async (_what, content) => {
    expect(await faultsIn(content)).toEqual([])
  })

  /** What a later version asks for or brings is neither demanded nor allowed before. */
  it.each<[string, string, VcfFault[]]>([
    ['VCFv4.1', changed('2\t5', '2:A\t5'), ['meta_number', 'alt', 'chrom']],
    ['VCFv4.2', changed('2\t5', '*2\t5'), []],
    ['VCFv4.2', changed('XX=any', '2X=any'), []],
    ['VCFv4.2', changed('XX=any', 'XX=a b'), ['info_syntax']],
    ['VCFv4.3', changed('XX=any', 'XX=a b'), []],
    ['VCFv4.2', changed('DP=9', 'DP=-2147483645'), []],
    ['VCFv4.4', changed('0/0/1', '|0/1'), []],
    ['VCFv4.4', changed('ID=AD,Number=R', 'ID=AD,Number=P').replace(':1,2,3:', ':1,2:'), []],
    ['VCFv4.4', changed('ID=AD,Number=R', 'ID=AD,Number=P'), ['format_number']],
  ])('%s has rules of its own', async (version, content, faults) => {
    const found = await faultsIn(content.replace('VCFv4.3', version))
    expect(new Set(found.map(([fault]) => fault))).toEqual(new Set(faults))
  })

  it('names bytes that are no UTF-8', async () => {
    const content = Buffer.from([...BASE, ''].join('\n').replace('XX=any', 'XX=\u00e9'), 'latin1')
    expect(await faultsIn(content)).toEqual([['utf8', expect.any(Number)]])
  })

  it.each(Object.keys(VCF_FAULTS) as VcfFault[])('%s: a file that breaks only it is named by line', async (fault) => {
    for (const content of BROKEN[fault]) {
      const found = await faultsIn(content)
      expect(found, content).toEqual([[fault, expect.any(Number)]])
      const good = [...BASE, '']
      if (content.startsWith('##fileformat=VCFv4.4')) good[0] = '##fileformat=VCFv4.4'
      const other = content.split('\n').flatMap((line, index) => (line === good[index] ? [] : [index + 1]))
      if (fault !== 'final_newline') expect(other, content).toContain(found[0]?.[1])
    }
  })
})

it('what a file declares is told in short: version, reference, contigs, samples and how many fields', async () => {
  const text = changed('##source=a "tool", 1.0', '##source=caller 2\n##reference=GRCh38')
  const { table } = await stage('declared.vcf', text)
  expect(table.source.about).toEqual({
    version: 'VCFv4.3',
    reference: 'GRCh38',
    source: 'caller 2',
    contigs: ['1'],
    info: 3,
    format: 4,
    filters: 1,
    samples: ['S1', 'S2'],
  })
})
