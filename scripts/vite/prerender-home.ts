import { type Plugin, runnerImport } from 'vite'
import { iconSubset } from './icon-subset.ts'

const isHome = (path: string): boolean => path.endsWith('/home.html')

/** The home page is HTML from the build on: it shows before any script has loaded. */
export const prerenderHome = (): Plugin => ({
  name: 'prerender-home',
  transformIndexHtml: {
    order: 'pre',
    async handler(html, { path }) {
      if (!isHome(path)) return html
      const options = { configFile: false as const, plugins: [iconSubset()] }
      const { module } = await runnerImport<{ homeHtml: string }>('./src/web/home/render.tsx', options)
      return html.replace('<!--home-->', module.homeHtml)
    },
  },
})

/** Its styles travel inside it: on a slow line a second file would keep the screen white for another half second. */
export const inlineHomeStyles = (): Plugin => ({
  name: 'inline-home-styles',
  transformIndexHtml: {
    order: 'post',
    handler(html, { path, bundle = {} }) {
      if (!isHome(path)) return html
      return html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/g, (link, file: string) => {
        const asset = bundle[file]
        return asset?.type === 'asset' ? `<style>${String(asset.source)}</style>` : link
      })
    },
  },
})
