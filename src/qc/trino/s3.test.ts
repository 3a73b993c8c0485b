import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { S3_KEY, startS3, type S3Server } from '../testing/s3-server.ts'
import { openBucket, signed } from './s3.ts'
import { bucketShare } from './share.ts'

/** Of the examples in the documentation of S3. */
const [KEY, SECRET] = ['AKIAIOSFODNN7EXAMPLE', 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY']
let server: S3Server
let folder: string
beforeEach(async () => {
  server = await startS3(2, { region: 'us-east-1', key: KEY, secret: SECRET })
  folder = await mkdtemp(path.join(tmpdir(), 'qc-s3-'))
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})
const access = () => ({
  endpoint: server.endpoint,
  region: 'us-east-1',
  key: KEY,
  secret: SECRET,
})

it('signs as the example in the documentation of S3 is signed', () => {
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
  const host = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-content-sha256': empty, 'x-amz-date': '20130524T000000Z' }
  expect(signed({ method: 'GET', path: '/test.txt', headers: { ...host, range: 'bytes=0-9' } }, access())).toMatch(
    /Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41$/,
  )
  expect(signed({ method: 'GET', path: '/', query: { 'max-keys': '2', prefix: 'J' }, headers: host }, access())).toMatch(
    /Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7$/,
  )
})

it('what is handed over lies under its name, is listed with its age and taken away whole; others stay', async () => {
  const share = bucketShare('s3://data/hospital/qc/', access())
  const other = bucketShare('s3://data/hospital/qcc', access())
  const files = async (at: string): Promise<void> => {
    await mkdir(at)
    for (const name of ['0.parquet', '1.parquet', '列 & ü.parquet']) await writeFile(path.join(at, name), name)
  }
  await share.put('qc_1', folder, files)
  await share.put('qc_12', folder, files)
  await other.put('qc_1', folder, files)
  expect(await readdir(folder)).toEqual([])
  expect(share.locate('qc_1')).toBe('s3://data/hospital/qc/qc_1')
  expect(String(server.objects.get('data/hospital/qc/qc_1/列 & ü.parquet')?.bytes)).toBe('列 & ü.parquet')
  const listed = await share.list()
  expect(listed.map(({ name }) => name)).toEqual(['qc_1', 'qc_12'])
  expect(listed.every(({ at }) => Math.abs(at - Date.now()) < 60_000)).toBe(true)
  await share.remove('qc_1')
  expect([...server.objects.keys()].filter((key) => key.includes('qc_1/')).length).toBe(3)
  expect((await share.list()).map(({ name }) => name)).toEqual(['qc_12'])
})

it('asks again while the service is too busy, and says what it refuses', async () => {
  const file = path.join(folder, 'a')
  await writeFile(file, 'a')
  server.fails(1)
  await openBucket('data', access()).put('a', file)
  expect(server.asked.filter((line) => line.startsWith('PUT'))).toHaveLength(2)
  server.fails(1, 403)
  await expect(openBucket('data', access()).remove('a')).rejects.toThrow(/bucket data at 127.*: DELETE answered 403 AccessDenied/)
})

it('a key that is not the one of the bucket is refused in words of both languages', async () => {
  const listing = openBucket('data', { ...access(), ...S3_KEY, key: KEY }).list('')
  await expect(listing).rejects.toMatchObject({
    name: 'BucketError',
    text: { zh: expect.stringMatching(/^存储桶 data（127.*GET 应答 403 SignatureDoesNotMatch$/) },
  })
})

it('an upload that is cancelled waits neither for the service nor for the next try', async () => {
  const file = path.join(folder, 'a')
  await writeFile(file, 'a')
  server.fails(100)
  const control = new AbortController()
  const putting = openBucket('data', access()).put('a', file, control.signal)
  await expect.poll(() => server.asked.length).toBeGreaterThan(0)
  control.abort()
  await expect(putting).rejects.toMatchObject({ name: 'AbortError' })
  const before = server.asked.length
  server.fails(0)
  await openBucket('data', access()).list('')
  expect(server.asked.length).toBe(before + 1)
})
