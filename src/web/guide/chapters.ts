import { behind, type Lang } from '../languages.ts'

/** One for each kind of work. The files lie in `docs/guide`, so that they are read without the product as well. */
export const CHAPTERS = ['data-manager', 'site', 'monitor', 'analyst', 'administrator'] as const
export type ChapterName = (typeof CHAPTERS)[number]
export const isChapter = (name: string | null): name is ChapterName => CHAPTERS.some((chapter) => chapter === name)

const files = import.meta.glob<string>('/docs/guide/*/*.md', { query: '?raw', import: 'default' })
const pictures = import.meta.glob<string>('/docs/picture/*/*.webp', { query: '?url', import: 'default' })

/** Pictures are named as a reader of the files finds them; here each has the address that the build gave it. */
const withPictures = async (text: string): Promise<string> => {
  let found = text
  for (const [file, load] of Object.entries(pictures)) {
    const name = `(${file.replace('/docs', '../..')})`
    if (found.includes(name)) found = found.replace(name, `(${await load()})`)
  }
  return found
}

export const chapterText = async (name: ChapterName, lang: Lang): Promise<string> => {
  const load = files[`/docs/guide/${behind(lang)}/${name}.md`]
  if (!load) throw new Error(`There is no chapter ${name} in ${behind(lang)}`)
  return withPictures(await load())
}
