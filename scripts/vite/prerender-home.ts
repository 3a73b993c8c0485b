import { type Plugin, runnerImport } from 'vite'

/** The home page is HTML from the build on: it shows before any script has loaded. */
export const prerenderHome = (): Plugin => ({
  name: 'prerender-home',
  transformIndexHtml: {
    order: 'pre',
    async handler(html, { path }) {
      if (!path.endsWith('/home.html')) return html
      const { module } = await runnerImport<{ homeHtml: string }>('./src/web/home/render.tsx')
      return html.replace('<!--home-->', module.homeHtml)
    },
  },
})
