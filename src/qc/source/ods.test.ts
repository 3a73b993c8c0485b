import { writeOds } from 'hucre/ods'
import { describe, expect, it } from 'vitest'
import { useStage } from './testing/use-stage.ts'

const stage = useStage()

describe('OpenDocument', () => {
  const book = () =>
    writeOds({
      sheets: [
        {
          name: '数据',
          rows: [
            ['编号', '日期', '值'],
            ['007', new Date(Date.UTC(2024, 2, 5)), 1.5],
            [null, null, null],
            ['x', null, true],
          ],
        },
        { name: 'other', rows: [['a'], ['1']] },
      ],
    })

  it('is read like Excel, whatever its ending', async () => {
    for (const name of ['a.ods', 'a.csv']) {
      const { table, cells } = await stage(name, await book())
      expect([table.source.format, table.columns]).toEqual(['ods', ['编号', '日期', '值']])
      expect(cells).toEqual([
        ['007', '2024-03-05', '1.5'],
        [null, null, null],
        ['x', null, 'TRUE'],
      ])
    }
    expect((await stage('a.ods', await book(), { sheet: 'other' })).cells).toEqual([['1']])
  })

  it('a cut file is named', async () => {
    const whole = await book()
    await expect(stage('cut.ods', whole.subarray(0, whole.length / 2))).rejects.toMatchObject({ code: 'damaged_ods' })
  })
})
