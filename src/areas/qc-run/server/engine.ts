import { randomBytes } from 'node:crypto'
import { openSecret } from '#server/message/secret.ts'
import type { Tools } from '#server/task/tools.ts'
import type { Wish } from '#study/run/engine.ts'
import type { Engines } from '#study/run/on-engine.ts'
import { shareOf } from '#study/run/share.ts'
import { accessOf, TRINO_SETTING, type TrinoSetting } from '#study/run/trino-setting.ts'

const WISH = 'SELECT engine FROM study_project WHERE id = $1'
/** What the definition says too: no record was ever saved. */
const ABOVE = 50_000_000

/** What a run of this study may be judged on, as it is set up at this moment. */
export const enginesFor = async ({ config, database, system }: Tools, run: number, study: number | null): Promise<Engines> => {
  const [wanted] = await database.query<{ engine: Wish }>(WISH, [study])
  const [setting] = await database.query<TrinoSetting>(TRINO_SETTING)
  const trino = setting?.status ? accessOf(setting, await openSecret({ ...system, db: database }, 'trino.config', 'secret')) : undefined
  const share = shareOf(config)
  return {
    wish: wanted?.engine ?? 'auto',
    above: Number(setting?.above ?? ABOVE),
    ...(trino ? { trino } : {}),
    ...(share ? { share } : {}),
    // A worker that was paused and wakes must not take away what the next attempt has handed over.
    id: `${run}_${randomBytes(4).toString('hex')}`,
  }
}
