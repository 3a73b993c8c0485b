import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Plugin } from 'vite'

const MIT = (holder: string): string => `MIT License

${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`
const ISC = (holder: string): string => `ISC License

${holder}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`

/** Packages that name their licence and come without its text: the text, for whom their repositories name. */
const WITHOUT_TEXT: Readonly<Record<string, string>> = {
  '@ant-design/icons-svg': MIT('Copyright (c) 2018-present Ant UED, https://xtech.antfin.com/'),
  '@iconify-json/lucide': `${ISC('Copyright (c) Lucide Contributors')}\n\nPortions are from Feather:\n\n${MIT('Copyright (c) 2013-2022 Cole Bemis')}`,
  'is-mobile': MIT('Copyright (c) 2013 Julian Gruber <julian@juliangruber.com>'),
}

const FOLDER = `node_modules${sep}`
/** The folder of the package that a module is from, or none. */
const folderOf = (module: string): string | undefined => {
  const at = module.lastIndexOf(FOLDER)
  if (module.startsWith('\0') || at < 0) return undefined
  const parts = module.slice(at + FOLDER.length).split(sep)
  return module.slice(0, at + FOLDER.length) + parts.slice(0, parts[0]?.startsWith('@') ? 2 : 1).join(sep)
}
const textIn = (folder: string): string | undefined => {
  const file = readdirSync(folder).find((name) => /^(?:licen[cs]e|copying)/i.test(name))
  return file && readFileSync(join(folder, file), 'utf8').trim()
}
const noticeOf = (folder: string): string => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>
  const text = textIn(folder) ?? WITHOUT_TEXT[name ?? '']
  if (!text) throw new Error(`${name} is in the pages and comes without the text of its licence: scripts/vite/licenses.ts`)
  return `## ${name} - ${version} (${license})\n\n${text}\n`
}

type Bundle = Readonly<Record<string, { readonly type: string; readonly moduleIds?: readonly string[] }>>
/**
 * `licenses.txt`: the notices that the licences of what is bundled ask for. Vite's own list leaves out what it bundles apart, the workers, and what
 * reaches the pages while they are built (`also`).
 */
export const licenses = ({ also }: { also: readonly string[] }): { pages: Plugin; workers: () => Plugin[] } => {
  const folders = new Set(also.map((name) => join('node_modules', name)).filter((folder) => existsSync(folder)))
  const note = (bundle: Bundle): void => {
    for (const { moduleIds = [] } of Object.values(bundle))
      for (const module of moduleIds) {
        const folder = folderOf(module)
        if (folder) folders.add(folder)
      }
  }
  return {
    workers: () => [{ name: 'licenses-of-workers', generateBundle: (_, bundle) => note(bundle) }],
    pages: {
      name: 'licenses',
      apply: 'build',
      generateBundle(_, bundle) {
        note(bundle)
        const notices = [...new Set([...folders].map(noticeOf))].toSorted()
        this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: `# Licenses\n\n${notices.join('\n')}` })
      },
    },
  }
}
