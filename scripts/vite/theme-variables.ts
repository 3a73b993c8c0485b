import { type Plugin, runnerImport } from 'vite'

/** Puts the tokens of `src/web/ui/theme.ts` into every HTML entry, so that no page ever paints without them. */
export const themeVariables = (): Plugin => ({
  name: 'theme-variables',
  async transformIndexHtml() {
    const { module } = await runnerImport<{ cssVariables(): string }>('./src/web/ui/theme.ts')
    return [{ tag: 'style', children: module.cssVariables(), injectTo: 'head-prepend' }]
  },
})
