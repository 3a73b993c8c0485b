import { QcInputError } from './input-error.ts'
import { nameParts } from './kind.ts'

const LOOK_AT = 40

/** Texts that a reader of CSV would take for a table of one column. The first lines leave no doubt, or nothing is said. */
const KINDS: readonly { name: string; matches: (text: string, lines: readonly string[]) => boolean }[] = [
  { name: 'HTML', matches: (text) => /^(?:<!doctype html|<html[\s>]|<table[\s>])/i.test(text) },
  {
    name: 'XML',
    matches: (text) => /^(?:<\?xml\s|<([A-Za-z_][\w:.-]*)(?:\s+[\w:.-]+\s*=\s*["'][^"']*["'])+\s*\/?>)/.test(text) || isElement(text),
  },
  { name: 'Markdown', matches: isMarkdown },
  { name: 'YAML', matches: isYaml },
]

/** An element without a declaration: another one follows inside it, or its end. */
function isElement(text: string): boolean {
  const [opening, name = ''] = /^<([A-Za-z_][\w:.-]*)>/.exec(text) ?? []
  if (opening === undefined) return false
  const inner = text.slice(opening.length).trimStart()
  const next = inner.slice(Math.max(0, inner.indexOf('<')))
  return /^<[A-Za-z_!]/.test(inner) || next.startsWith(`</${name}>`)
}

function isMarkdown(_text: string, [first = '', second = '']: readonly string[]): boolean {
  return (/^#{1,6} \S/.test(first) && second.trim() === '') || (first.startsWith('|') && /^\|(?:\s*:?-+:?\s*\|)+\s*$/.test(second))
}

/** Keys alone are no proof (`key: value` may be a table with a colon): a list or keys under a key, a list of keys, or a document mark, is. */
function isYaml(_text: string, lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const [first = '', second = ''] = filled
  const isEntry = (line: string) => /^\s*(?:- |-$|[^\s:,;]+:(?:\s|$))/.test(line)
  const opens =
    first === '---' ||
    /^- [^\s:,;]+:(?:\s|$)/.test(first) ||
    (/^[^\s:,;]+:$/.test(first) && /^(?:\s*- |\s+[^\s:,;]+:(?:\s|$))/.test(second))
  return opens && filled.slice(1).every(isEntry)
}

/** Endings that promise a text which is none. */
const ENDINGS: Readonly<Record<string, string>> = {
  html: 'HTML',
  htm: 'HTML',
  xhtml: 'HTML',
  xml: 'XML',
  md: 'Markdown',
  markdown: 'Markdown',
  yaml: 'YAML',
  yml: 'YAML',
}

export function refuseNoTable(text: string, file: string): void {
  const start = text.replace(/^\ufeff?\s*(?:<!--[\s\S]*?-->\s*)*/, '')
  const lines = start.split(/\r?\n/, LOOK_AT + 1).slice(0, LOOK_AT)
  const kind = KINDS.find(({ matches }) => matches(start, lines))?.name ?? ENDINGS[nameParts(file).ending]
  if (!kind) return
  throw new QcInputError(
    'no_table',
    { file },
    {
      zh: `内容是 ${kind}，不是表格；确要按表格读取，请加 --format csv`,
      en: `the content is ${kind}, no table; to read it as one all the same, add --format csv`,
    },
  )
}
