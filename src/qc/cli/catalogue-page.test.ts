import path from 'node:path'
import { expect, it } from 'vitest'
import { CHECKS } from '../checks/registry.ts'
import { cataloguePage } from './catalogue-page.ts'

it.each(['zh', 'en'] as const)('the catalogue page is current (%s); refresh it with --update', async (language) => {
  await expect(cataloguePage(CHECKS, language)).toMatchFileSnapshot(
    path.join(import.meta.dirname, `../../../docs/qc/catalogue.${language}.md`),
  )
})
