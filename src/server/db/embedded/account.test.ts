import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { discardCluster, end, endAll, isRoot, newFolder, ordinaryUser, packageFolder, query, start } from '../../../../test/embedded.ts'
import { startEmbedded } from '../embedded.ts'

afterEach(endAll)
afterAll(discardCluster)

const copyPackage = (to: string) => cpSync(packageFolder, to, { recursive: true, verbatimSymlinks: true })

describe.runIf(isRoot)('started by root', { timeout: 120_000 }, () => {
  it('runs from a checkout and a data folder that only root can enter, and leaves their permissions alone', async () => {
    const closed = newFolder()
    chmodSync(closed, 0o700)
    copyPackage(join(closed, 'pg'))
    const { url, stop } = await startEmbedded({
      dataDir: join(closed, 'data'),
      log: () => {},
      packageRoot: join(closed, 'pg'),
      cache: newFolder(),
    })
    expect(await query(url, 'select 1 as n')).toEqual([{ n: 1 }])
    await stop()
    expect(statSync(closed).mode & 0o777).toBe(0o700)
  })

  it('copies PostgreSQL beside the data, once, when only the checkout is closed', async () => {
    const closed = newFolder()
    chmodSync(closed, 0o700)
    copyPackage(join(closed, 'pg'))
    execFileSync('chmod', ['-R', 'go-rwx', join(closed, 'pg')])
    const dataDir = newFolder()
    const log: string[] = []
    for (const round of [1, 2]) {
      const { url, stop } = await startEmbedded({
        dataDir,
        log: (text) => log.push(text),
        packageRoot: join(closed, 'pg'),
        cache: newFolder(),
      })
      expect(await query(url, 'select 1 as n'), `round ${round}`).toEqual([{ n: 1 }])
      await stop()
    }
    expect(log.filter((text) => text.startsWith('copying'))).toHaveLength(1)
    expect(statSync(join(dataDir, 'postgres/state.json')).mode & 0o777).toBe(0o600)
    expect(statSync(join(dataDir, 'postgres/cluster')).mode & 0o777).toBe(0o700)
    expect(readdirSync(join(dataDir, 'postgres')).some((name) => name.startsWith('postgres-18.'))).toBe(true)
  })

  it('goes on with the folder of an ordinary user as that user', async () => {
    const home = newFolder()
    copyPackage(join(home, 'pg'))
    const dataDir = join(home, 'data')
    execFileSync('chown', ['-R', `${ordinaryUser}:${ordinaryUser}`, home])
    const one = start({ dataDir, packageRoot: join(home, 'pg'), user: ordinaryUser })
    const { ownerUrl, error } = await one.ready
    expect(error).toBeUndefined()
    await query(ownerUrl, 'create table t as select 5 as n')
    await end(one, 'SIGTERM')
    const asRoot = await startEmbedded({ dataDir, log: () => {} })
    expect(await query(asRoot.ownerUrl, 'select n from t')).toEqual([{ n: 5 }])
    await asRoot.stop()
    expect(statSync(join(dataDir, 'postgres/cluster')).uid).toBe(ordinaryUser)
    const again = start({ dataDir, packageRoot: join(home, 'pg'), user: ordinaryUser })
    expect(await query((await again.ready).ownerUrl, 'select n from t')).toEqual([{ n: 5 }])
  })

  it('tells an ordinary user that the folder belongs to somebody else', async () => {
    const { error } = await start({ dataDir: join(newFolder(), 'data'), user: ordinaryUser }).ready
    expect(error).toMatch(/may not use .*DATA_DIR/s)
  })
})
