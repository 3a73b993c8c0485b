import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { settings } from './settings.ts'

/** Of the 55 plugins, those that the nodes load. */
export const PLUGINS = ['memory', 'hive', 'postgresql', 'exchange-filesystem', 'tpch', 'password-authenticators', 'geospatial']

/** The unpacked server, fetched with Maven the first time. */
export async function serverFolder(): Promise<string> {
  const name = `trino-server-${settings.version}`
  const folder = path.join(settings.folder, name)
  if (existsSync(path.join(folder, 'lib'))) return folder
  await mkdir(settings.folder, { recursive: true })
  const archive = settings.archive ?? fetchArchive(path.join(settings.folder, 'archive'))
  const draft = `${folder}.draft`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft)
  // All of it: the plugins share their libraries by hard links.
  execFileSync('tar', ['-xzf', archive, '-C', draft, '--strip-components=1'], { stdio: 'inherit' })
  await rename(draft, folder)
  return folder
}

function fetchArchive(folder: string): string {
  const { version } = settings
  console.log(`fetching io.trino:trino-server:${version} with Maven (0.8 GB, once)`)
  const quiet = ['-q', '-B']
  execFileSync('mvn', [...quiet, 'dependency:get', `-Dartifact=io.trino:trino-server:${version}:tar.gz`, '-Dtransitive=false'], {
    stdio: 'inherit',
  })
  execFileSync('mvn', [...quiet, 'dependency:copy', `-Dartifact=io.trino:trino-server:${version}:tar.gz`, `-DoutputDirectory=${folder}`], {
    stdio: 'inherit',
  })
  return path.join(folder, `trino-server-${version}.tar.gz`)
}
