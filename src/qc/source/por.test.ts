import { describe, expect, it } from 'vitest'
import { numberOf } from './por-text.ts'
import { useStage } from './testing/use-stage.ts'

const stage = useStage()

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz .<(+|&[]!$*);^-/|,%_>?`:#@\'="'
const latin = (text: string): Buffer => Buffer.from(text, 'latin1')

/** A portable file of these parts; `coded` is how its machine writes a byte of ASCII. */
function portable(body: Buffer, coded: (byte: number) => number = (byte) => byte): Buffer {
  const table = latin('0'.repeat(64) + LETTERS + '0'.repeat(192 - LETTERS.length))
  const inside = Buffer.concat([table, latin('SPSSPORT'), body]).map(coded)
  const flat = Buffer.concat([latin('ASCII SPSS PORT FILE'.padEnd(200)), inside])
  const filled = Buffer.concat([flat, Buffer.alloc((80 - (flat.length % 80)) % 80, coded(90))])
  const lines = Array.from({ length: filled.length / 80 }, (_, at) => [filled.subarray(at * 80, at * 80 + 80), latin('\r\n')])
  return Buffer.concat(lines.flat())
}
/** Seconds since 1582, in base 30. */
const DAY = ((Date.UTC(2026, 0, 31) - Date.UTC(1582, 9, 14)) / 1000).toString(30).toUpperCase()
const START = 'A8/202611186/120000'
const NUMBER = '70/1/N5/8/2/5/8/2/'

describe('SPSS portable', () => {
  it('numbers in base 30, with a point and a power', () => {
    expect(['0', '1A', '-T', '0.3', '3-1', '1+2', '.F'].map(numberOf)).toEqual([0, 40, -29, 0.1, 0.1, 900, 0.5])
    for (const wrong of ['', '-', '.', '1U', '1.2.3', '1+', 'TTTTT+TTTTT']) expect(() => numberOf(wrong), wrong).toThrow()
  })

  it('ranges without an end, dates, and texts in another encoding', async () => {
    const head = `${START}43/5B/${NUMBER}8-9/95/CA/how many  70/1/DK/B/0/K/B/0/A2T/7A/1/S1/A/0/1/A/0/F`
    const body = Buffer.concat([
      latin(`${head}1/`),
      latin(`${DAY}/`),
      latin('4/'),
      Buffer.from([0xd5, 0xc5, 0xc8, 0xfd]),
      latin('*.*.1/ Z'),
    ])
    const { table, cells } = await stage('cn.por', portable(body), { encoding: 'gb18030' })
    expect(table.columns).toEqual(['N', 'D', 'S'])
    expect(cells).toEqual([
      ['1', '2026-01-31', '张三'],
      [null, null, null],
    ])
    expect(table.source.dictionary).toEqual([
      { column: 'N', label: 'how many', missing: { codes: ['-9'], ranges: [{ min: '-1.7976931348623155e+308', max: '5' }] } },
      { column: 'D', missing: { codes: [], ranges: [{ min: '89', max: '1.7976931348623157e+308' }] } },
    ])
  })

  it('the letters of another machine are read by the table in front; a table with a wrong letter is damage', async () => {
    const body = latin(`${START}41/5B/${NUMBER}F1A/*.Z`)
    const other = portable(body, (byte) => byte ^ 0x80)
    expect((await stage('far.por', other)).cells).toEqual([['40'], [null]])
    const damaged = portable(body)
    damaged[damaged.indexOf('ABCDEF')] = 1
    await expect(stage('wrong.por', damaged)).rejects.toMatchObject({ code: 'damaged_file' })
  })

  it('one that is cut is damaged, even where only its name says what it is; one whose last line has no end is read with a warning', async () => {
    const whole = portable(latin(`${START}41/5B/${NUMBER}F1A/*.Z`))
    await expect(stage('cut.por', whole.subarray(0, 500))).rejects.toMatchObject({ code: 'damaged_file' })
    await expect(stage('old.por', `${'ASCII SPSS PORT FILE'.padEnd(40)}\n${'0'.repeat(60)}\n`)).rejects.toMatchObject({
      code: 'damaged_file',
    })
    const { table } = await stage('end.por', whole.subarray(0, -2))
    expect(table.source.notes.map(({ code }) => code)).toContain('no_line_end')
  })
})
