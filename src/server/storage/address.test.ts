import { expect, test } from 'vitest'
import { ADDRESS_SQL, addressesIn } from './address.ts'

test('addresses of ours in any value, as the database finds them too', () => {
  const texts: [unknown, string[]][] = [
    ['/storage/a/b.png', ['/storage/a/b.png']],
    ['see /storage/a.pdf.', ['/storage/a.pdf']],
    ['(/storage/a-1/_b.csv), /storage/c/', ['/storage/a-1/_b.csv', '/storage/c']],
    ['<img src="/storage/x.png"><img src="/storage/x.png">', ['/storage/x.png']],
    ['https://elsewhere.example/storage/x.png', []],
    ['/storage/', []],
    ['/storage/...', []],
    ['my/storage/x.png', []],
    [
      ['/storage/a.png', '/storage/b.png'],
      ['/storage/a.png', '/storage/b.png'],
    ],
    [{ note: 'first\n/storage/a.png' }, ['/storage/a.png']],
    [null, []],
  ]
  for (const [value, found] of texts) {
    expect([value, addressesIn(value)]).toEqual([value, found])
    if (typeof value === 'string') expect([...new Set(value.match(new RegExp(ADDRESS_SQL, 'g')) ?? [])]).toEqual(found)
  }
})
