import { readFileSync, writeFileSync } from 'node:fs'

/**
 * npm writes into the lockfile only the platform packages that the registry offered on that day, and "npm ci" then refuses the
 * file. This names every optional package of every platform; run it after a change of dependencies.
 */
type Entry = {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
export type Lockfile = { packages: Record<string, Entry> }

const systems = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'win32', 'windows', 'sunos', 'aix']
const processors = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32']

const platformOf = (name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> => {
  const words = name.split(/[/-]/)
  const os = systems.find((one) => words.includes(one))
  const cpu = processors.find((one) => words.includes(one))
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : words.some((word) => word.startsWith('gnu')) ? 'glibc' : undefined
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(libc && os === 'linux' && { libc: [libc] }),
    ...(os && { os: [os === 'windows' ? 'win32' : os] }),
  }
}

export const missing = ({ packages }: Lockfile) =>
  Object.entries(packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages))
      .map(([name, version]) => ({ name, version, dev: entry.dev === true })),
  )

export const complete = (lockfile: Lockfile): Lockfile => {
  const added = missing(lockfile).map(
    ({ name, version, dev }) => [`node_modules/${name}`, { version, ...(dev && { dev }), optional: true, ...platformOf(name) }] as const,
  )
  const packages = Object.entries({ ...lockfile.packages, ...Object.fromEntries(added) }).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { ...lockfile, packages: Object.fromEntries(packages) }
}

if (import.meta.main) {
  const file = new URL('../package-lock.json', import.meta.url)
  const before = JSON.parse(readFileSync(file, 'utf8')) as Lockfile
  writeFileSync(file, `${JSON.stringify(complete(before), null, 2)}\n`)
  console.log(`${missing(before).length} platform packages added to package-lock.json`)
}
