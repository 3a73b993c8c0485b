import type { Cases } from '../case.ts'

type Rowless = Pick<Cases, 'boundary' | 'empty'>
const rowless = (cases: Rowless): Cases => ({ nulls: [0, 0], codes: [0, 0], nonsense: [0, 0], rowless: true, ...cases })
const files = (...list: object[]) => ({ files: list })

export const STRUCTURE_CASES: Record<string, Cases> = {
  B01: rowless({ boundary: { parameter: { params: { names: ['main'] } }, violations: 0, denominator: 1 } }),
  B02: rowless({ boundary: { parameter: { params: { names: ['编号', '年龄 '] } }, violations: 1, denominator: 2 } }),
  B03: rowless({ boundary: { parameter: { params: { allowed: ['编号', '备注2', 'x'] } }, violations: 0, denominator: 2 } }),
  B05: rowless({ boundary: { parameter: { params: { ignoreCase: false } }, violations: 0, denominator: 3 } }),
  B08: rowless({ boundary: { context: { notes: [] }, violations: [], denominator: 2 } }),
  B11: rowless({
    boundary: {
      rows: [
        ['S1', '30', 'x'],
        ['S2', '四十', 'y'],
      ],
      parameter: { params: { previous: [{ name: '编号' }, { name: '年龄', type: 'number' }], allowAdded: true } },
      violations: 0,
      denominator: 4,
    },
  }),
  B04: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    rowless: true,
    boundary: { parameter: { params: { names: ['编号', '性别', '年龄'] } }, violations: 0, denominator: 3 },
  },
  B06: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    rowless: true,
    boundary: { context: { header: ['编号', 'x'] }, violations: 0, denominator: 2 },
  },
  B07: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    rowless: true,
    boundary: { parameter: { params: { min: 2, max: 2 } }, violations: 0, denominator: 1 },
  },
  B12: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    rowless: true,
    boundary: { parameter: { params: { pattern: '[a-z]*' } }, violations: 1, denominator: 2 },
  },
  B13: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    rowless: true,
    boundary: { parameter: { params: { names: ['名'] } }, violations: 0, denominator: 3 },
  },
  B14: {
    nulls: [0, 0],
    codes: [0, 0],
    nonsense: [0, 0],
    rowless: true,
    boundary: { parameter: { params: { name: '结果', others: ['编号'] } }, violations: 0, denominator: 1 },
  },
}

export const FILE_CASES: Record<string, Cases> = {
  I01: rowless({ boundary: { parameter: { params: { manifest: [{ file: 'dir/a.csv', sha256: 'AA' }] } }, violations: 0, denominator: 1 } }),
  I02: rowless({
    boundary: {
      context: files({ name: 'a', bytes: 1 }, { name: 'b', bytes: 10 }, { name: 'c', bytes: 11 }),
      parameter: { params: { max: 10 } },
      violations: 1,
      denominator: 3,
    },
  }),
  I03: rowless({ boundary: { context: files({ name: 'a.csv', bytes: 1 }), violations: 0, denominator: 1 } }),
  I04: rowless({ boundary: { context: files({ name: 'a.csv', bytes: 1 }), violations: 0, denominator: 1 } }),
  I05: rowless({
    boundary: {
      context: files({ name: 'a.csv', bytes: 1, encoding: 'gb18030' }, { name: 'b.png', bytes: 1 }),
      parameter: { params: { allowed: ['GBK'] } },
      violations: 0,
      denominator: 1,
    },
  }),
  I07: rowless({ boundary: { parameter: { params: { manifest: [{ table: 'main', rows: 2 }] } }, violations: 0, denominator: 1 } }),
  I08: rowless({
    boundary: { context: files({ name: 'S001_V1.csv', bytes: 1 }, { name: 'S001_V1.csv.bak', bytes: 1 }), violations: 1, denominator: 2 },
  }),
  I09: rowless({
    boundary: { context: files({ name: '_R1.fastq.gz', bytes: 1 }, { name: 'a_R2.fastq.gz', bytes: 1 }), violations: 1, denominator: 2 },
  }),
  I12: rowless({
    boundary: {
      context: files(
        { name: '1.dcm', bytes: 1, dicom: { Modality: 'MR', SliceThickness: '0.8\\1.2' } },
        { name: '2.dcm', bytes: 1, dicom: { Modality: 'MR', SliceThickness: '1.0\\1.21' } },
      ),
      violations: 1,
      denominator: 4,
    },
  }),
  I19: rowless({ boundary: { source: { format: 'vcf', notes: [] }, violations: 0, denominator: 3 } }),
  I18: rowless({ boundary: { source: { format: 'fastq', notes: [] }, violations: 0, denominator: 3 } }),
}
