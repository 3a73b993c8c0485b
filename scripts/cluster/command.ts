import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { main } from '../../src/qc/cli.ts'
import { openDatabase } from '../../src/qc/database.ts'
import { literal } from '../../src/qc/sql.ts'
import type { QcDatabase } from '../../src/qc/table.ts'
import type { TrinoOptions } from '../../src/qc/trino/database.ts'

type Printed = { code: number; said: string; complained: string }

async function qc(args: readonly string[]): Promise<Printed> {
  const [said, complained]: [string[], string[]] = [[], []]
  const code = await main(
    args,
    (text) => void said.push(text),
    (text) => void complained.push(text),
  )
  return { code, said: said.join('\n'), complained: complained.join('\n') }
}

/** `qc check` and `qc profile` as somebody types them, over a table that lies there; the number of differences comes back. */
export async function compareCommand(there: QcDatabase, { url, user, password, ca }: TrinoOptions): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'qc-command-'))
  const own = `qc_command_${Date.now()}`
  let wrong = 0
  const expectThat = (name: string, isSo: boolean, found: unknown): void => {
    if (!isSo) wrong++
    console.log(`${isSo ? '=' : '≠'} ${name}: ${JSON.stringify(found).slice(0, 300)}`)
  }
  const at = (name: string): string => path.join(folder, name)
  await there.run(
    `CREATE TABLE memory.default.${own} AS SELECT nr, IF(nr % 10 = 0, NULL, 60 + nr) AS sbp, DATE '2026-01-01' + nr * INTERVAL '1' DAY AS seen FROM UNNEST(sequence(1, 300)) t(nr)`,
  )
  try {
    await writeFile(
      at('p.json'),
      JSON.stringify([
        { id: 'filled', check: 'not_null', table: 'visits', columns: ['sbp'] },
        { id: 'range', check: 'range', table: 'visits', columns: ['sbp'], params: { max: 300 } },
        { id: 'future', check: 'not_future', table: 'visits', columns: ['seen'] },
      ]),
    )
    if (password !== undefined) await writeFile(at('password'), password)
    if (ca !== undefined) await writeFile(at('ca.pem'), ca)
    const lies = ['--trino', url, '--user', user, '--catalog', 'memory', '--schema', 'default']
    const named = ['--table', `visits=${own}`, '--row', 'nr', '--lang', 'en']
    const place = [
      ...lies,
      ...named,
      ...(password === undefined ? [] : ['--password-file', at('password')]),
      ...(ca === undefined ? [] : ['--ca', at('ca.pem')]),
    ]
    const check = ['check', ...place, '--parameters', at('p.json'), '--now', '2026-06-13T08:00:00']
    for (const format of ['parquet', 'csv']) {
      const { code, said } = await qc([...check, '--violations', at(`found.${format}`)])
      const here = await openDatabase({ allow: { files: [at(`found.${format}`)] } })
      const rows = await here.all(
        `SELECT parameter, count(*)::INT AS n, min("row")::INT AS first FROM ${literal(at(`found.${format}`))} GROUP BY parameter ORDER BY parameter`,
      )
      await here.close()
      const due =
        '[{"parameter":"filled","n":30,"first":10},{"parameter":"future","n":137,"first":164},{"parameter":"range","n":54,"first":241}]'
      const isSaid = /all violations written to .* B\)/.test(said) && /Trino: \d+ statements/.test(said)
      expectThat(`qc check --violations found.${format}`, code === 1 && isSaid && JSON.stringify(rows) === due, [code, rows])
    }
    const { code, said } = await qc([...check, '--json', '--first', '1', '--report', at('report.html')])
    const counts = JSON.parse(said).results.map((one: { violated: number; denominator: number }) => `${one.violated}/${one.denominator}`)
    const page = await readFile(at('report.html'), 'utf8')
    expectThat('qc check --json --report', code === 1 && counts.join() === '30/300,54/270,137/300' && page.includes('visits'), [
      code,
      counts,
    ])
    const over = await qc([...check, '--max-rows', '5'])
    expectThat('qc check --max-rows', over.code === 2 && over.said.includes('more rows than it may'), over.code)
    const absent = await qc(check.map((one) => (one === `visits=${own}` ? 'no_such_table' : one)))
    expectThat('a table that is not there', absent.code === 2 && absent.complained.includes('there is no table'), absent.complained)
    const profiled = await qc(['profile', ...place, '--json'])
    const columns = JSON.parse(profiled.said).columns.map(
      (one: { name: string; type: string; filled: number }) => `${one.name} ${one.type} ${one.filled}`,
    )
    expectThat('qc profile --trino', profiled.code === 0 && columns.join() === 'sbp integer 270,seen date 300', columns)
  } finally {
    await there.run(`DROP TABLE IF EXISTS memory.default.${own}`)
    await rm(folder, { recursive: true, force: true })
  }
  console.log(`the command: ${wrong === 0 ? 'as meant' : 'not as meant'}`)
  return wrong
}
