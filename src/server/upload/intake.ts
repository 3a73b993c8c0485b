import * as z from 'zod'
import { Refusal } from '#kernel'
import type { Words } from '#kernel'
import { loadActor } from '../auth/actor.ts'
import type { Db } from '../db/database.ts'
import type { Actor } from '../model/context.ts'
import { hashFile } from '../storage/hash-file.ts'
import { holdFile } from '../storage/store.ts'
import { Hopeless, defineTask } from '../task/definition.ts'
import type { Tools } from '../task/tools.ts'
import { freePlace, uploadPath } from './place.ts'
import { removeUpload } from './record.ts'
import { targetOf } from './target.ts'

type Sent = { name: string; folder: string; target: string; size: number; ownerKind: string; ownerId: number }
const SENT = `SELECT name, folder, target, size, owner_kind AS "ownerKind", owner_id AS "ownerId" FROM upload WHERE id = $1 FOR UPDATE`

const ENDED: Words = { 'zh-cn': '发送人已取消这次上传', en: 'The upload was ended by its owner' }
const cutOff = (is: number, announced: number): Words => ({
  'zh-cn': `文件不完整：收到 ${is} 字节，应为 ${announced} 字节，请重新上传`,
  en: `The file is not whole: ${is} bytes instead of ${announced}; upload it again`,
})

/** A backup holds no file that is still on its way: restored, its upload is there and its bytes are not. To try again brings none. */
const LOST: Words = {
  'zh-cn': '服务器上已没有这次上传的数据（例如系统由备份恢复），请重新上传',
  en: 'The data of this upload is no longer on the server (a backup was restored, for instance); upload the file again',
}
const orLost = (error: unknown): never => {
  throw error instanceof Error && Reflect.get(error, 'code') === 'ENOENT' ? new Hopeless(LOST) : error
}

/** Whoever sent it, with the rights of today. */
const senderOf = async (db: Db, { ownerKind, ownerId }: Sent): Promise<Actor> => {
  const actor = await loadActor(db, ownerKind, ownerId)
  if (!actor)
    throw new Hopeless({ 'zh-cn': '发送这个文件的账号已不存在或被停用', en: 'The account that sent this file is gone or disabled' })
  return actor
}

/** What its receiver refuses is gone at once, and the upload with it. */
const prove = async ({ database, system, config }: Tools, upload: string): Promise<void> => {
  const [sent] = await database.query<Sent>(SENT, [upload])
  if (!sent) throw new Hopeless(ENDED)
  try {
    await targetOf(system.engine.registry, sent.target).uploads.prove?.(system, uploadPath(config.DATA_DIR, upload), sent)
  } catch (error) {
    if (error instanceof Refusal && (await removeUpload(database, upload))) await freePlace(config.DATA_DIR, upload)
    throw error
  }
}

/** What happens to a file when all of it has arrived: it is hashed, stored under its hash, and handed to whom it was sent. Nothing of it is read in the request. */
export const intake = defineTask({
  kind: 'upload.intake',
  lane: 'light',
  isPrelude: true,
  isSaid: true,
  title: { 'zh-cn': '接收文件', en: 'Take in a file' },
  words: { hash: { 'zh-cn': '计算校验值', en: 'Compute the hash' }, keep: { 'zh-cn': '保存', en: 'Store' } },
  says: { upload: null, received: { 'zh-cn': '成为', en: 'Became' } },
  input: z.object({ upload: z.string(), size: z.number() }),
  // Given up: its row would count against its owner. The bytes go with the next sweep; what failed may be run again.
  ended: async ({ db }, { input }, how) => {
    if (how === 'cancelled') await db.query(`DELETE FROM upload WHERE id = $1 AND state = 'complete'`, [input.upload])
  },
  steps: (none) =>
    none
      .step('hash', async ({ input, tools, signal, progress }) => {
        const path = uploadPath(tools.config.DATA_DIR, input.upload)
        const { sha256, read } = await hashFile(path, { size: input.size, signal, progress }).catch(orLost)
        if (read !== input.size) throw new Hopeless(cutOff(read, input.size))
        await prove(tools, input.upload)
        return { sha256 }
      })
      .commit('keep', async ({ id, input, done, tools, log }, tx, ctx) => {
        const { sha256 } = done.hash
        const [sent] = await tx.query<Sent>(SENT, [input.upload])
        if (!sent) throw new Hopeless(ENDED)
        log(`SHA-256 ${sha256}`)
        await holdFile(tx, sha256)
        // Moved before the commit: after a breakdown in between it is found in the store by its hash.
        await tools.store.keep(uploadPath(tools.config.DATA_DIR, input.upload), sha256)
        const { uploads, record, about } = targetOf(ctx.engine.registry, sent.target)
        const actor = await senderOf(tx, sent)
        const own = { ...ctx, actor, request: { ...ctx.request, id: `task:${id}` } }
        const path = tools.store.pathOf(sha256)
        const received = await uploads.receive(own, { name: sent.name, folder: sent.folder, size: sent.size, sha256, record, about, path })
        await tx.query(`UPDATE upload SET sha256 = $2, state = 'taken' WHERE id = $1`, [input.upload, sha256])
        return { sha256, received }
      }),
})
