import { relative } from 'node:path'
import { staticImports } from './static-imports.ts'

const corePackages = /node_modules\/(react|react-dom|scheduler|react-router|zustand|nprogress)\//
/** The home page shares only this; anything else in common would pull the whole app into it. */
const isBase =
  /preload-helper|modulepreload-polyfill|rolldown\/runtime|src\/web\/api\/address\.ts|src\/web\/(languages\.ts|i18n\/locale\/[^/]+\/language\.json)/

const entry = 'src/web/main.tsx'
const everywhere = staticImports(entry)
const signIn = staticImports('src/web/shell/login/admin-login.tsx', 'src/web/member/member-login.tsx')
const elsewhere = staticImports('src/web/member/member-shell.tsx', 'src/web/preview/preview-page.tsx')
const backOffice = staticImports('src/web/shell/admin-shell.tsx', 'src/web/resource/page.tsx')

const sourceOf = (id: string): string => (id.startsWith('\0') ? id.slice(1) : relative('.', id.split('?')[0]!))
const own = (test: (file: string) => boolean) => (id: string) => sourceOf(id) !== entry && test(sourceOf(id))

/**
 * What is needed together travels together: as sixty small files the first list was a tenth larger and slower to start.
 * A group takes along what its files import, so the smaller page comes first: else the sign-in page would fetch the back office.
 */
export const chunkGroups = [
  { name: 'base', test: (id: string) => isBase.test(id), priority: 5 },
  { name: 'core', test: (id: string) => corePackages.test(id) || own((file) => everywhere.has(file))(id), priority: 4 },
  { name: 'entrance', test: own((file) => signIn.has(file)), priority: 3 },
  { name: 'common', test: own((file) => backOffice.has(file) && elsewhere.has(file)), priority: 2 },
  { name: 'admin', test: own((file) => backOffice.has(file)), priority: 1 },
]
