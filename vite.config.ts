import react from '@vitejs/plugin-react'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'
import { appAddresses } from './scripts/vite/app-addresses.ts'
import { chunkGroups } from './scripts/vite/chunk-of.ts'
import { iconSubset } from './scripts/vite/icon-subset.ts'
import { licenses } from './scripts/vite/licenses.ts'
import { pdfParts } from './scripts/vite/pdf-parts.ts'
import { inlineHomeStyles, prerenderHome } from './scripts/vite/prerender-home.ts'
import { themeVariables } from './scripts/vite/theme-variables.ts'

const api = `http://127.0.0.1:${process.env.PORT ?? 8000}`
const toServer = { target: api, changeOrigin: false }

/** Whoever asks for a part later has these already: their names in every list of what a part needs are bytes of the first page. */
const FIRST = /(?:^|\/)(?:rolldown-runtime|core|base|app)-[\w-]+\.js$/
const withoutWhatIsThere = (_: string, files: string[], { hostType }: { hostType: 'html' | 'js' }) =>
  hostType === 'js' ? files.filter((file) => !FIRST.test(file)) : files

// Drawings of icons are read while the pages are built (`icon-subset`).
const notices = licenses({ also: ['@iconify-json/lucide'] })

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
    notices.pages,
  ],
  worker: { plugins: notices.workers },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Browsers of this target preload modules themselves; the sign-in page has no byte to spare.
    modulePreload: { polyfill: false, resolveDependencies: withoutWhatIsThere },
    rolldownOptions: {
      input: { app: resolve('index.html'), home: resolve('home.html'), preview: resolve('preview-frame.html') },
      output: { codeSplitting: { groups: chunkGroups } },
    },
  },
  // The frame of the preview has no origin: it asks for its scripts as `null`.
  server: {
    cors: { origin: [/^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/, 'null'] },
    proxy: { '/admin': toServer, '/api': toServer, '/storage': toServer },
  },
})
