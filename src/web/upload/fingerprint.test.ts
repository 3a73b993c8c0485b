import { expect, test } from 'vitest'
import { fingerprintOf, folderOf, keepFolder, markOf } from './fingerprint.ts'

/** As a scanner exports them: name, size and time are those of every series. */
const picture = (folder: string, text: string): File => {
  const file = new File([text], 'IM0001', { lastModified: 1 })
  keepFolder(file, folder)
  return file
}
const known = async (file: File) => fingerprintOf(file, 'datafile', await markOf(file))

test('two files of one name, size and time are not taken for each other: by their folder, their head or their tail', async () => {
  const long = 'x'.repeat(20_000)
  const files = [picture('a', `${long}1`), picture('b', `${long}1`), picture('a', `${long}2`), picture('a', `1${long}`)]
  expect(new Set(await Promise.all(files.map(known))).size).toBe(files.length)
  expect(files.map(folderOf)).toEqual(['a', 'b', 'a', 'a'])
})

test('the same file chosen again is known again, whatever it holds', async () => {
  for (const text of ['', 'short', 'x'.repeat(5000)]) expect(await known(picture('a', text))).toBe(await known(picture('a', text)))
  expect(await markOf(picture('a', 'ab'))).not.toBe(await markOf(picture('a', 'ba')))
})
