import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { main } from './cli.ts'
import { writeXptLibrary } from './source/testing/write-xpt.ts'
import { widthOf } from './cli/text-table.ts'

let folder: string
const at = (name: string) => path.join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'qc-cli-'))
  await writeFile(at('visits.csv'), '编号,年龄,性别\nS1,34,男\nS2,,女\nS3,340,M\n')
  await writeFile(at('later.csv'), '编号,年龄,性别\nS1,34,男\nS2,30,女\nS4,20,女\n')
  await writeFile(at('fine.json'), JSON.stringify([{ id: 'sex', check: 'not_null', columns: ['性别'] }]))
  await writeFile(
    at('strict.json'),
    JSON.stringify({
      parameters: [
        { id: 'age', check: 'range', columns: ['年龄'], params: { max: 120 } },
        { id: 'blank', check: 'A01', columns: ['年龄'] },
      ],
      keys: { visits: ['编号'] },
    }),
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function qc(...args: string[]) {
  let output = ''
  let complaints = ''
  const code = await main(
    [...args, '--threads', '1', '--memory', '256MB'],
    (text) => (output += `${text}\n`),
    (text) => (complaints += `${text}\n`),
  )
  return { code, output, complaints }
}

describe('qc check', () => {
  it('0 when all pass, 1 when a check fails', async () => {
    expect((await qc('check', at('visits.csv'), '-p', at('fine.json'))).code).toBe(0)
    const failed = await qc('check', at('visits.csv'), '-p', at('strict.json'), '--lang', 'zh-cn')
    expect(failed.code).toBe(1)
    expect(failed.output).toContain('未通过')
    expect(failed.output).toContain('{"编号":"S3"}')
  })

  it('prints JSON with facts, results, score and the first violations', async () => {
    const { output } = await qc('check', at('visits.csv'), '-p', at('strict.json'), '--json', '--first', '10')
    const report = JSON.parse(output)
    expect(report.tables).toMatchObject([{ name: 'visits', rows: 3, source: { encoding: 'utf-8', independentRows: 3 } }])
    expect(report.results).toMatchObject([
      { parameter: 'age', status: 'failed', violated: 1, denominator: 2 },
      { parameter: 'blank', violated: 1, denominator: 3 },
    ])
    expect(report.violations.age).toMatchObject([{ row: 3, field: '年龄', value: '340', key: '{"编号":"S3"}' }])
  })

  it('writes the report as a page and as a workbook, and refuses other endings before any work', async () => {
    const { code, output } = await qc(
      'check',
      at('visits.csv'),
      '-p',
      at('strict.json'),
      '--report',
      at('r.html'),
      '--report',
      at('r.xlsx'),
      '--lang',
      'en',
    )
    expect(code).toBe(1)
    expect(output).toContain(`report written to ${at('r.html')}`)
    expect(await readFile(at('r.html'), 'utf8')).toContain('Needs work: 2 failed')
    expect((await readFile(at('r.xlsx'))).subarray(0, 2).toString()).toBe('PK')
    expect(await qc('check', at('visits.csv'), '-p', at('strict.json'), '--report', at('r.doc'), '--lang', 'en')).toMatchObject({
      code: 2,
      complaints: expect.stringContaining('ending in .html or .xlsx'),
    })
    expect((await qc('check', at('visits.csv'), '-p', at('strict.json'), '--report', at('nowhere/r.html'))).code).toBe(2)
  })

  it('says the verdict before the score, what capped it, the worst first, and folds what passed', async () => {
    await writeFile(
      at('mixed.json'),
      JSON.stringify([
        { id: 'fine', check: 'not_null', columns: ['编号'] },
        { id: 'minor', check: 'not_null', columns: ['年龄'], severity: 'minor' },
        { id: 'stop', check: 'in_set', columns: ['性别'], params: { values: ['男', '女'] }, severity: 'blocking' },
      ]),
    )
    const { output } = await qc('check', at('visits.csv'), '-p', at('mixed.json'), '--lang', 'en')
    const order = [
      'Not fit for release: 1 blocking check failed; 1 more failed',
      'capped at 59 because stop, blocking, failed',
      'FAILED  stop',
      'FAILED  minor',
      '✓ 1 passed',
    ]
    expect(order.map((part) => output.indexOf(part)).every((place, index, all) => place > (all[index - 1] ?? -1))).toBe(true)
    expect(output).not.toMatch(/passed +fine/)
    expect(output).not.toContain('\u001b')
  })

  it('--key wins over the keys of the parameters, in the report, the violations and the suggestions', async () => {
    await writeFile(
      at('own-key.json'),
      JSON.stringify([{ id: 'age', check: 'range', columns: ['年龄'], params: { max: 120 }, keyFields: ['性别'] }]),
    )
    expect((await qc('check', at('visits.csv'), '-p', at('own-key.json'))).output).toContain('{"性别":"M"}')
    expect((await qc('check', at('visits.csv'), '-p', at('own-key.json'), '--key', '编号')).output).toContain('{"编号":"S3"}')
    await qc('profile', at('visits.csv'), '--key', '编号', '--suggest', at('keyed.json'))
    const { parameters } = JSON.parse(await readFile(at('keyed.json'), 'utf8')) as { parameters: { keyFields: string[] }[] }
    expect(parameters.every(({ keyFields }) => keyFields.join() === '编号')).toBe(true)
  })

  it('counts in words what could not be read', async () => {
    await writeFile(at('odd.csv'), 'id,hb\n1,120\n2,<5\n3,\n4,约130\n')
    await writeFile(at('hb.json'), JSON.stringify([{ id: 'hb', check: 'range', columns: ['hb'], params: { min: 50 } }]))
    expect((await qc('check', at('odd.csv'), '-p', at('hb.json'), '--lang', 'en')).output).toContain(
      'hb: 2 rows have values that cannot be read and were not judged',
    )
    expect(JSON.parse((await qc('check', at('odd.csv'), '-p', at('hb.json'), '--json')).output)).toMatchObject({ unreadRows: { hb: 2 } })
    await qc('check', at('odd.csv'), '-p', at('hb.json'), '--report', at('odd.html'))
    expect(await readFile(at('odd.html'), 'utf8')).toContain('2 行有读不出的值，未判断')
  })

  it('shows no value that looks like a person, unless asked', async () => {
    const people = ['王小明', '李大为', '张三丰'].map((name, index) => `${name},1380013800${index}`)
    await writeFile(at('people.csv'), `姓名,手机\n${people.join('\n')}\n`)
    await writeFile(at('people.json'), JSON.stringify([{ id: 'p', check: 'regex', columns: ['姓名', '手机'], params: { pattern: 'x' } }]))
    const hidden = await qc('check', at('people.csv'), '-p', at('people.json'))
    expect(hidden.output).toContain('••••')
    expect(
      hidden.output + (await qc('profile', at('people.csv'))).output + (await qc('profile', at('people.csv'), '--json')).output,
    ).not.toMatch(/王小明|138001/)
    expect((await qc('check', at('people.csv'), '-p', at('people.json'), '--identifying')).output).toContain('王小明')
    expect((await qc('profile', at('people.csv'), '--json', '--identifying')).output).toContain('王小明')
    expect((await qc('check', at('people.csv'), '-p', at('people.json'), '--json', '--first', '2')).output).not.toMatch(/王小明|138001/)
  })

  it('hides persons by what a violation shows, whatever its field is called', async () => {
    const rows = [
      '11010519491231002X,1949-12-30,E12345678,99010119900307123456,王小明,联系 13800138000,S1',
      '11010519491231002X,1949-12-30,G87654321,99010119900307123457,李大为,无殊,S2',
    ]
    await writeFile(at('odd.csv'), `身份证,出生,护照号,标本,"姓名, 曾用名",备注,编号\n${rows.join('\n')}\n`)
    const parameters = [
      { id: 'id', check: 'id_vs_attributes', columns: ['身份证'], params: { birth: '出生' } },
      { id: 'odd', check: 'regex', columns: ['护照号', '姓名, 曾用名', '编号'], params: { pattern: 'x' } },
      { id: 'note', check: 'sensitive_content', columns: ['备注'] },
    ]
    await writeFile(at('odd.json'), JSON.stringify(parameters))
    const persons = /11010519491231002X|E12345678|王小明|13800138000/
    const [words, json] = [
      await qc('check', at('odd.csv'), '-p', at('odd.json')),
      await qc('check', at('odd.csv'), '-p', at('odd.json'), '--json', '--first', '9'),
    ]
    expect(json.code).toBe(1)
    expect(words.output + json.output).not.toMatch(persons)
    expect(json.output).toContain('"value": "S1"')
    expect((await qc('check', at('odd.csv'), '-p', at('odd.json'), '--identifying')).output).toMatch(persons)
    await qc('check', at('odd.csv'), '-p', at('odd.json'), '--report', at('persons.html'))
    expect(await readFile(at('persons.html'), 'utf8')).not.toMatch(persons)
    const { columns } = JSON.parse((await qc('profile', at('odd.csv'), '--json', '--identifying')).output) as {
      columns: { name: string; numbers?: unknown }[]
    }
    expect(columns.find(({ name }) => name === '标本')).not.toHaveProperty('numbers')
  })

  it('a rule says what must be, or what may never be, and not both', async () => {
    const rule = (params: object) => writeFile(at('rule.json'), JSON.stringify([{ id: 'r', check: 'row_expression', params }]))
    const rows = async () => JSON.parse((await qc('check', at('visits.csv'), '-p', at('rule.json'), '--json')).output).results[0]
    await rule({ must: '年龄 < 120' })
    expect(await rows()).toMatchObject({ status: 'failed', violated: 1, denominator: 2 })
    await rule({ never: '年龄 > 120' })
    expect(await rows()).toMatchObject({ status: 'failed', violated: 1, denominator: 2 })
    await rule({ must: '年龄 < 120', never: '年龄 > 120' })
    expect(await rows()).toMatchObject({ status: 'error', message: { en: expect.stringContaining('either must or never') } })
    await rule({})
    expect(await rows()).toMatchObject({ status: 'error' })
  })

  it('says on the error stream, beside the JSON, what could not be judged', async () => {
    await writeFile(at('wrong.json'), JSON.stringify([{ id: 'x', check: 'not_null', columns: ['性另'] }]))
    const { code, output, complaints } = await qc('check', at('visits.csv'), '-p', at('wrong.json'), '--json')
    expect(code).toBe(2)
    expect(JSON.parse(output).results).toMatchObject([{ status: 'error' }])
    expect(complaints).toContain('table "visits" has no column "性另"; did you mean "性别"')
  })

  it('judges the files that can be read, names those that cannot, and ends with 2', async () => {
    await writeFile(at('broken.parquet'), 'no parquet')
    await writeFile(at('one.json'), JSON.stringify([{ id: 'sex', check: 'not_null', table: 'visits', columns: ['性别'] }]))
    const files = [at('broken.parquet'), at('missing.csv'), at('visits.csv')]
    const { code, output, complaints } = await qc('check', ...files, '-p', at('one.json'), '--json')
    expect(code).toBe(2)
    expect(JSON.parse(output)).toMatchObject({ results: [{ parameter: 'sex', status: 'passed' }], unread: [{}, {}] })
    expect(complaints).toContain('broken.parquet')
    expect(complaints).toContain('missing.csv')
    const profile = await qc('profile', ...files, '--json')
    expect(profile.code).toBe(2)
    expect(profile.complaints).toContain('missing.csv')
    expect((await qc('check', ...files.slice(0, 2), '-p', at('one.json'))).complaints).toContain('broken.parquet')
  })

  it('writes every violation to CSV', async () => {
    await qc('check', at('visits.csv'), '-p', at('strict.json'), '--violations', at('out.csv'))
    expect((await readFile(at('out.csv'), 'utf8')).trim().split('\n')).toHaveLength(3)
  })

  it('judges several tables, and files that are no tables', async () => {
    await writeFile(
      at('both.json'),
      JSON.stringify([
        { id: 'rows', check: 'row_count_between', table: 'after', params: { min: 3 } },
        { id: 'there', check: 'table_exists', params: { names: ['before', 'after'] } },
        { id: 'named', check: 'magic_matches_extension' },
      ]),
    )
    await writeFile(at('scan.pdf'), 'no pdf at all')
    const { code, output } = await qc(
      'check',
      '--table',
      `before=${at('visits.csv')}`,
      '--table',
      `after=${at('later.csv')}`,
      '--file',
      at('scan.pdf'),
      '-p',
      at('both.json'),
      '--json',
    )
    expect(code).toBe(1)
    expect(JSON.parse(output).results.map((result: { status: string }) => result.status)).toEqual(['passed', 'passed', 'failed'])
  })

  it('reads every dataset of a SAS library, or the one that --table names', async () => {
    const variables = [{ name: 'C', label: '', length: 8 }]
    const dataset = (name: string, rows: string[][]) => ({ version: 5, name, label: '', variables, rows }) as const
    await writeFile(at('lib.xpt'), writeXptLibrary([dataset('DM', [['a']]), dataset('AE', [['b'], ['c']])]))
    await writeFile(at('lib.json'), JSON.stringify([{ id: 'c', check: 'not_null', table: 'AE', columns: ['C'] }]))
    const tablesOf = async (...args: string[]) => JSON.parse((await qc('check', ...args, '-p', at('lib.json'), '--json')).output).tables
    expect(await tablesOf(at('lib.xpt'))).toMatchObject([
      { name: 'DM', rows: 1 },
      { name: 'AE', rows: 2 },
    ])
    expect(await tablesOf('--table', `AE=${at('lib.xpt')}`)).toMatchObject([{ name: 'AE', rows: 2 }])
    const wrong = await qc('profile', '--table', `LB=${at('lib.xpt')}`)
    expect(wrong.code).toBe(2)
    expect(wrong.complaints).toContain('DM, AE')
  })

  it('a second run on the snapshot says the same', async () => {
    const args = [
      'check',
      at('visits.csv'),
      '-p',
      at('strict.json'),
      '--json',
      '--snapshot',
      at('snapshots'),
      '--now',
      '2026-01-01T00:00:00',
    ]
    expect((await qc(...args)).output).toBe((await qc(...args)).output)
  })

  it.each([
    ['an unknown file', ['check', 'nowhere.csv', '-p', 'P'], 'nowhere.csv: there is no such file'],
    ['no parameters', ['check', 'V'], '--parameters FILE is missing'],
    ['an unknown option', ['check', 'V', '--nope'], '--nope'],
    ['an unknown command', ['chek', 'V'], 'there is no command "chek"'],
    ['a wrong memory size', ['check', 'V', '-p', 'P', '--memory', 'big'], '--memory takes a size'],
    ['a wrong output name', ['check', 'V', '-p', 'P', '--violations', 'x.doc'], '.parquet or .csv'],
  ])('2 and one sentence for %s', async (_name, args, sentence) => {
    let complaints = ''
    const code = await main(
      [...args.map((item) => (item === 'V' ? at('visits.csv') : item === 'P' ? at('fine.json') : item)), '--lang', 'en'],
      undefined,
      (text) => (complaints += text),
    )
    expect(code).toBe(2)
    expect(complaints).toContain(sentence)
    expect(complaints).not.toContain('\n')
  })

  it('2 for broken JSON (with its line) and for an unknown column (with the parameter)', async () => {
    await writeFile(at('broken.json'), '[\n  { "id": 1,, }\n]')
    const broken = await qc('check', at('visits.csv'), '-p', at('broken.json'), '--lang', 'en')
    expect(broken).toMatchObject({ code: 2, complaints: expect.stringContaining('broken.json, line 2') })
    await writeFile(at('typo.json'), JSON.stringify([{ id: 'typo', check: 'not_null', columns: ['年令'] }]))
    const typo = await qc('check', at('visits.csv'), '-p', at('typo.json'), '--lang', 'en')
    expect(typo.code).toBe(2)
    expect(typo.output).toContain('typo')
  })
})

describe('the other commands', () => {
  it('head shows the first records as they are', async () => {
    const { code, output } = await qc('head', at('visits.csv'), '--first', '2', '--lang', 'en')
    expect(code).toBe(0)
    expect(output).toContain('3 rows')
    expect(output).toMatch(/1 {2}S1 +34 +男\n/)
    expect(output).not.toContain('340')
  })

  it('init writes suggestions with their evidence as comments that check reads, and no file twice', async () => {
    await writeFile(
      at('many.csv'),
      `id,sex\n${Array.from({ length: 60 }, (_, index) => `P${100 + index},${index === 7 ? 'mael' : index % 2 ? 'male' : 'female'}`).join('\n')}\n`,
    )
    expect(await qc('init', at('many.csv'), '--lang', 'en')).toMatchObject({ code: 0, output: expect.stringContaining('many.qc.json') })
    expect(await readFile(at('many.qc.json'), 'utf8')).toMatch(
      /\/\/ 59 of 60 values are one of 2 frequent ones; sure 0\.\d+\n {4}\{"id":"sex.in_set"/,
    )
    const { code, output } = await qc('check', at('many.csv'), '-p', at('many.qc.json'), '--lang', 'en')
    expect(code).toBe(1)
    expect(output).toContain('sex = "mael"')
    expect(await qc('init', at('many.csv'), '--lang', 'en')).toMatchObject({
      code: 2,
      complaints: expect.stringContaining('is there already'),
    })
  })

  it('profile writes a report too', async () => {
    expect((await qc('profile', at('visits.csv'), '--report', at('profile.html'))).code).toBe(0)
    expect(await readFile(at('profile.html'), 'utf8')).toContain('年龄')
  })

  it('profile prints a table and writes parameters that check accepts', async () => {
    const { code, output } = await qc('profile', at('visits.csv'), '--suggest', at('suggested.json'), '--lang', 'en')
    expect(code).toBe(0)
    expect(output).toMatch(/年龄\s+integer\s+33\.3/)
    expect([0, 1]).toContain((await qc('check', at('visits.csv'), '-p', at('suggested.json'))).code)
    expect(JSON.parse((await qc('profile', at('visits.csv'), '--json')).output)).toMatchObject({ table: 'visits', rows: 3 })
  })

  it('diff: 0 without, 1 with differences', async () => {
    expect((await qc('diff', at('visits.csv'), at('visits.csv'), '--key', '编号')).code).toBe(0)
    const { code, output } = await qc('diff', at('visits.csv'), at('later.csv'), '--key', '编号', '--lang', 'en')
    expect(code).toBe(1)
    expect(output).toContain('1 added · 1 removed · 1 changed (1 cells) · 1 unchanged')
    expect((await qc('diff', at('visits.csv'), at('later.csv'), '--key', '编码', '--lang', 'en')).complaints).toContain(
      'did you mean "编号"',
    )
  })

  it('catalogue, pack and help', async () => {
    expect(JSON.parse((await qc('catalogue', '--json')).output).length).toBeGreaterThanOrEqual(110)
    expect((await qc('catalogue', '--lang', 'zh-cn')).output).toContain('身份证')
    const one = await qc('catalogue', 'range', 'C04', '--lang', 'en')
    expect(one.output).toContain('### C02 `range` Range')
    expect(one.output).toContain('`values` Values (list of texts; required)')
    expect(await qc('catalogue', 'rnage', '--lang', 'en')).toMatchObject({
      code: 2,
      complaints: expect.stringContaining('did you mean "range"'),
    })
    expect(JSON.parse((await qc('pack', 'fastq')).output).parameters.length).toBeGreaterThan(5)
    const variants = '##fileformat=VCFv4.3\n#CHROM\tPOS\tID\tREF\tALT\tQUAL\tFILTER\tINFO\n1\t5\t.\tA\tC\t.\t.\t.\n1\tx\t.\tA\tC\t.\t.\t.\n'
    await writeFile(at('v.vcf'), variants)
    await writeFile(at('vcf.json'), (await qc('pack', 'vcf')).output)
    const { violations } = JSON.parse((await qc('check', at('v.vcf'), '-p', at('vcf.json'), '--json', '--first', '5')).output) as {
      violations: Record<string, { key: string; value: string }[]>
    }
    expect(violations['vcf.syntax']).toMatchObject([
      { key: '{"line":"4"}', value: 'POS 不是 32 位的非负整数 · POS is no whole number of 32 bits from 0 on' },
    ])
    expect((await qc('--help', '--lang', 'zh-cn')).output).toContain('退出码')
    expect((await qc()).code).toBe(0)
  })

  it('pack edc reads a dictionary saved by a Chinese spreadsheet, and takes the missing codes', async () => {
    const name = Buffer.from([0xc4, 0xea, 0xc1, 0xe4]) // 年龄 in GB18030
    await writeFile(at('dictionary.csv'), Buffer.concat([Buffer.from('name,type,min\n'), name, Buffer.from(',integer,18\n')]))
    const { code, output } = await qc('pack', 'edc', '--dictionary', at('dictionary.csv'), '--missing-codes=-9,NI')
    expect(code).toBe(0)
    const { parameters } = JSON.parse(output)
    expect(parameters).toContainEqual(expect.objectContaining({ id: 'D.年龄', missingCodes: ['-9', 'NI'] }))
    expect(parameters).toContainEqual(expect.objectContaining({ id: 'I.年龄', check: 'missing_code_used' }))
  })

  it('diff --ignore leaves columns out, and says when there is none', async () => {
    expect((await qc('diff', at('visits.csv'), at('later.csv'), '--key', '编号', '--ignore', '年龄', '--lang', 'en')).output).toContain(
      '1 added · 1 removed · 0 changed',
    )
    expect((await qc('diff', at('visits.csv'), at('later.csv'), '--key', '编号', '--ignore', '年令', '--lang', 'en')).complaints).toContain(
      'did you mean "年龄"',
    )
  })

  it('ideographs take two cells', () => {
    expect([widthOf('ab'), widthOf('年龄'), widthOf('，')]).toEqual([2, 4, 2])
  })
})
