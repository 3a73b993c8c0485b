import type { Resource } from '#kernel'
import { loadResource } from '#web/resource/load.ts'
import { currentLanguage } from '#web/i18n/index.ts'
import { behind } from '#web/languages.ts'
import { flatten, useMenu } from '#web/state/menu.ts'
import type { Target } from './properties.tsx'

const namesIn = (): string[] =>
  flatten(useMenu.getState().nodes).flatMap((n) =>
    n.type === 'menu' && n.component && !n.component.startsWith('page:') ? [n.component] : [],
  )

/** What a field may point to: the resources in this person's menu, by title, with the text fields that can name a record. */
export const targetsOf = async (): Promise<(Target & { definition: Resource })[]> => {
  const loaded = await Promise.all(namesIn().map((name) => loadResource(name).catch(() => null)))
  return loaded.flatMap((x) => {
    if (!x) return []
    const { resource, locale } = x
    const labels = Object.entries(resource.fields)
      .filter(([, f]) => f.kind === 'string')
      .map(([n]) => n)
    return [
      {
        name: resource.name,
        title: locale[behind(currentLanguage())].title,
        labels: [resource.label, ...labels.filter((l) => l !== resource.label)],
        definition: resource,
      },
    ]
  })
}
