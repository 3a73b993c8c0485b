import react from '@vitejs/plugin-react'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'
import { appAddresses } from './scripts/vite/app-addresses.ts'
import { iconSubset } from './scripts/vite/icon-subset.ts'
import { pdfParts } from './scripts/vite/pdf-parts.ts'
import { inlineHomeStyles, prerenderHome } from './scripts/vite/prerender-home.ts'
import { themeVariables } from './scripts/vite/theme-variables.ts'

const api = `http://127.0.0.1:${process.env.PORT ?? 8000}`
const toServer = { target: api, changeOrigin: false }

const corePackages = /node_modules\/(react|react-dom|scheduler|react-router|zustand|nprogress)\//
const coreModules =
  /src\/web\/(api\/(admin|duplicate|envelope|http-message|member|navigator|overlay|refresh|request|send|session|uuid)|state\/(admin|config|group|member|member-menu|menu|site|storage|toast)|i18n\/(index|translate)|ui\/(block-loader|glyph|offline|overlay|page-foot|brand|language-switch)|navigation\/held-router|areas|router|shell\/(crash|loading-address|progress|root|target))\.tsx?$/
/** The home page shares only this; anything else in common would pull the whole app into it. */
const isBase =
  /preload-helper|modulepreload-polyfill|rolldown\/runtime|src\/web\/api\/address\.ts|src\/web\/(languages\.ts|i18n\/locale\/[^/]+\/language\.json)/
const isCore = (id: string): boolean => corePackages.test(id) || coreModules.test(id)

export default defineConfig({
  appType: 'mpa',
  // The React Compiler can be switched off to prove that nothing depends on it.
  plugins: [
    react({ compiler: process.env.REACT_COMPILER !== 'off' }),
    iconSubset(),
    themeVariables(),
    pdfParts(),
    prerenderHome(),
    inlineHomeStyles(),
    appAddresses(),
  ],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    // Apache and MPL licences ask for their notice beside the code that they cover.
    license: { fileName: 'licenses.txt' },
    target: 'es2023',
    rolldownOptions: {
      input: { app: resolve('index.html'), home: resolve('home.html'), preview: resolve('preview-frame.html') },
      // What every page of the app needs travels as one file: as thirty it was a tenth larger and slower to start.
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: isBase, priority: 2 },
            { name: 'core', test: isCore, priority: 1 },
          ],
        },
      },
    },
  },
  // The frame of the preview has no origin: it asks for its scripts as `null`.
  server: {
    cors: { origin: [/^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/, 'null'] },
    proxy: { '/admin': toServer, '/api': toServer, '/storage': toServer },
  },
})
