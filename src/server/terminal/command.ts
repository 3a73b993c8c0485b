import { dirname, resolve } from 'node:path'
import type { Words } from '#kernel'
import type { ServerDuty } from '../duty.ts'
import { DUTIES } from './duty.ts'

/** A program with fixed arguments, or a duty of the server itself. Nothing from a request becomes part of either. */
export type Command = { title: Words } & ({ program: string; args: readonly string[] } | { duty: ServerDuty })

/** The folder of the package, two levels above the server. */
export const ROOT = resolve(import.meta.dirname, '../../..')
export const NODE_BIN = dirname(process.execPath)

const MANAGERS = ['npm', 'cnpm', 'pnpm', 'yarn', 'ni'] as const
type Manager = (typeof MANAGERS)[number]
const BUILD: Record<Manager, readonly [string, ...string[]]> = {
  npm: ['npm', 'exec', '--', 'vite', 'build'],
  cnpm: ['cnpm', 'exec', '--', 'vite', 'build'],
  pnpm: ['pnpm', 'exec', 'vite', 'build'],
  yarn: ['yarn', 'run', 'vite', 'build'],
  ni: ['nlx', 'vite', 'build'],
}
const INSTALL: Record<Manager, readonly [string, ...string[]]> = {
  npm: ['npm', 'install', '--ignore-scripts'],
  cnpm: ['cnpm', 'install', '--ignore-scripts'],
  pnpm: ['pnpm', 'install', '--ignore-scripts'],
  yarn: ['yarn', 'install', '--ignore-scripts'],
  ni: ['ni', '--ignore-scripts'],
}
const words = (zh: string, en: string): Words => ({ 'zh-cn': zh, en })
const run = (title: Words, [program, ...args]: readonly [string, ...string[]]): Command => ({ title, program, args })
const variants = (group: string, make: (manager: Manager) => Command): [string, Command][] =>
  MANAGERS.map((manager) => [`${group}.${manager}`, make(manager)])

/** The whole list of what can be run: key, and after a dot its variant. */
export const COMMANDS = (): Map<string, Command> =>
  new Map<string, Command>([
    ...Object.entries(DUTIES).map(([key, { title, duty }]): [string, Command] => [key, { title, duty }]),
    ['version.node', run(words('Node.js 版本', 'Node.js version'), [process.execPath, '--version'])],
    ...variants('version', (m) => run(words(`${m} 版本`, `${m} version`), [m, '--version'])),
    ...variants('test', (m) => run(words(`试用 ${m}`, `Try ${m}`), [m, '--version'])),
    ...variants('web-install', (m) => run(words(`安装依赖（${m}）`, `Install packages (${m})`), INSTALL[m])),
    ...variants('web-build', (m) => run(words(`构建前端（${m}）`, `Build the web app (${m})`), BUILD[m])),
  ])
