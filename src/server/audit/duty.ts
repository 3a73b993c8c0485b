import { LIMITS } from '../db/limits.ts'
import type { Duty, ServerDuty } from '../duty.ts'
import { replayAreas, replayTrail } from './replay.ts'
import { verifyTrail } from './verify.ts'

export const auditVerify: ServerDuty = async ({ backend }, say) => {
  const problems: string[] = []
  // What cannot be signed is told together with what is wrong with it.
  await backend.checkpoints.write().catch((error: Error) => problems.push(error.message))
  const outside = { folder: backend.config.CHECKPOINT_DIR, keys: [backend.signer.publicKey] }
  const verdict = await backend.database.transaction((db) => verifyTrail(db, outside), LIMITS.task)
  say(`${verdict.seals} seals over ${verdict.entries} entries, head ${verdict.head.slice(0, 16)}`)
  for (const note of verdict.notes) say(note)
  problems.push(...verdict.problems)
  for (const problem of problems) say(`WRONG  ${problem}`)
  if (problems.length) throw new Error(`the trail is not sound: ${problems.length} problems`)
  say('the trail is complete and unchanged')
}

export const auditReplay: Duty = async ({ backend }, say, signal) => {
  const { database, store, engine } = backend
  const { resources, records, problems } = await replayTrail(database, engine.registry, say, signal)
  problems.push(...(await replayAreas({ database, pathOf: (sha256) => store.pathOf(sha256) }, engine.registry, say, signal)))
  for (const problem of problems) say(`WRONG  ${problem}`)
  if (problems.length) throw new Error(`the records are not what the trail says: ${problems.length} differences`)
  say(`${records} records of ${resources} resources are what the trail says`)
}

/** The run itself stands in the trail, with who ran it and why: that is the acceptance. */
export const checkpointAccept: ServerDuty = async ({ backend }, say) => {
  await backend.checkpoints.write()
  say('what is older than the new beginning is vouched for only from then on; whoever verifies the trail is told who accepted it')
}
