import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs']
/** Decoders as WebAssembly need a policy that we do not give, and the JavaScript engine is for scripts that we do not run. */
const isNeeded = (name: string): boolean => !/\.wasm$|quickjs/i.test(name)

/** What PDF.js asks for while it reads: character maps of Chinese fonts, the fourteen standard fonts, decoders. `virtual:pdf-parts` is their address. */
export const pdfParts = (): Plugin => {
  const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
  const root = dirname(manifest)
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  // Under /assets/ the browser keeps it for good, so the version is part of the address.
  const address = `assets/pdfjs-${version}/`
  return {
    name: 'pdf-parts',
    resolveId: (source) => (source === 'virtual:pdf-parts' ? `\0${source}` : null),
    load: (source) => (source === '\0virtual:pdf-parts' ? `export default ${JSON.stringify(`/${address}`)}` : null),
    configureServer: ({ middlewares }) =>
      void middlewares.use(`/${address}`, (request, response, next) => {
        const [, folder = '', name = ''] = /^\/(\w+)\/([\w.-]+)$/.exec((request.url ?? '').split('?')[0]!) ?? []
        const file = join(root, folder, name)
        if (!folders.includes(folder) || !existsSync(file)) return next()
        if (name.endsWith('.js')) response.setHeader('content-type', 'text/javascript')
        createReadStream(file).pipe(response)
      }),
    generateBundle() {
      for (const folder of folders)
        for (const name of readdirSync(join(root, folder)).filter(isNeeded))
          this.emitFile({ type: 'asset', fileName: `${address}${folder}/${name}`, source: readFileSync(join(root, folder, name)) })
    },
  }
}
