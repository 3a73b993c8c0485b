import { statfs } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { QcInputError } from './input-error.ts'

/** `leastFree`: the share of the disk below which nothing is unpacked, because the database needs room to go on. */
export type UnpackLimit = { bytes: number; ratio: number; leastFree: number }
const GB = 1e9

/** The process says once what it allows: a limit that every caller had to hand on would be forgotten by the next one. */
const limit: UnpackLimit = { bytes: 200 * GB, ratio: 250, leastFree: 0.1 }
export const limitUnpacking = (given: Partial<UnpackLimit>): void => void Object.assign(limit, given)

/** Small files compress as they like; a bomb needs room. */
const FREE_BYTES = 64 << 20
const LOOK_EVERY = 64 << 20

const inGB = (bytes: number): string => String(Number((bytes / GB).toPrecision(3)))

/** Says no before the disk is full or the day is over. The file may be right all the same: whoever knows raises the limit. */
export function refuseUnpacked(size: number, packed: number, file: string): void {
  if (size > limit.bytes)
    throw new QcInputError(
      'unpack_limit',
      { file },
      {
        zh: `解压后超过 ${inGB(limit.bytes)} GB，未读取。确认内容无误后，请提高 UNPACK_MAX_GB，或拆成几个文件`,
        en: `unpacks to more than ${inGB(limit.bytes)} GB and was not read. If it is right, raise UNPACK_MAX_GB or split it into several files`,
      },
    )
  if (size > FREE_BYTES && size > packed * limit.ratio)
    throw new QcInputError(
      'unpack_ratio',
      { file },
      {
        zh: `解压后超过原大小的 ${limit.ratio} 倍，疑似压缩炸弹，未读取。确认内容无误后，请提高 UNPACK_RATIO，或改传未压缩的文件`,
        en: `unpacks to more than ${limit.ratio} times its size, like a decompression bomb, and was not read. If it is right, raise UNPACK_RATIO or give it unpacked`,
      },
    )
}

/** As the machine says it itself: the work waits for space, the file is not to blame. */
async function refuseLowDisk(folder: string): Promise<void> {
  const { bavail, blocks } = await statfs(folder)
  if (bavail < blocks * limit.leastFree)
    throw Object.assign(new Error('not enough space left on the disk to unpack a file'), { code: 'ENOSPC', syscall: 'write' })
}

/** Lets through what stays within the limits. `folder`: where it is written, if it is. */
export function withinLimits(packed: number, file: string, folder?: string): Transform {
  let size = 0
  let next = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      const look = async (): Promise<void> => {
        refuseUnpacked(size, packed, file)
        if (!folder || size < next) return
        next = size + LOOK_EVERY
        await refuseLowDisk(folder)
      }
      look().then(() => done(null, chunk), done)
    },
  })
}
