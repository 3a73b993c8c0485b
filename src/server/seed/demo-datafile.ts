import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Actor, Ctx } from '../model/context.ts'
import type { Store } from '../storage/store.ts'
import { DEMO_DATAFILES } from './demo-content.ts'
import type { DemoClock, Moment } from './demo-time.ts'

/** Sent as a person sends them; a worker reads them once it is there. */
export const demoDatafiles = (tx: Ctx, clock: DemoClock, store: Store, actor: Actor): Moment[] =>
  DEMO_DATAFILES.map(([day, name, contentOf]) => {
    const at = clock.at(day, 14 + clock.next(20) / 10)
    return {
      at,
      run: async () => {
        const content = contentOf()
        const sha256 = createHash('sha256').update(content).digest('hex')
        const staged = await store.stage()
        await writeFile(staged, content)
        await store.keep(staged, sha256)
        await tx.engine.registry
          .get('datafile')
          ?.half?.uploads?.receive({ ...tx, at, actor }, { name, size: content.length, sha256, record: null })
      },
    }
  })
