import react from '@vitejs/plugin-react'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'
import { appAddresses } from './scripts/vite/app-addresses.ts'
import { iconSubset } from './scripts/vite/icon-subset.ts'
import { prerenderHome } from './scripts/vite/prerender-home.ts'
import { themeVariables } from './scripts/vite/theme-variables.ts'

const api = `http://127.0.0.1:${process.env.PORT ?? 8000}`
const toServer = { target: api, changeOrigin: false }

export default defineConfig({
  appType: 'mpa',
  // The React Compiler can be switched off to prove that nothing depends on it.
  plugins: [react({ compiler: process.env.REACT_COMPILER !== 'off' }), iconSubset(), themeVariables(), prerenderHome(), appAddresses()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    rolldownOptions: { input: { app: resolve('index.html'), home: resolve('home.html') } },
  },
  server: { port: 5173, proxy: { '/admin': toServer, '/api': toServer, '/storage': toServer } },
})
