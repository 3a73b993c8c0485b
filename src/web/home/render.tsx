import { renderToStaticMarkup } from 'react-dom/server'
import { HomePage } from './home-page.tsx'
import { HomeWords } from './word.tsx'
import { loadWords } from './words.ts'

const words = await loadWords('zh-cn')

/** Runs at build time only. A value, not a function: the module runner of the build is closed once this file has been read. */
export const homeHtml: string = renderToStaticMarkup(
  <HomeWords value={words}>
    <HomePage />
  </HomeWords>,
)
