import { escaped } from './escape.ts'
import type { Element } from './element.ts'

type Attributes = Readonly<Record<string, string | number | undefined>>

const attributesText = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([name, value]) => (value === undefined ? '' : ` ${name}="${escaped(String(value))}"`))
    .join('')

/** An element with what stands in it, which is XML already. */
export const tag = (name: string, attributes: Attributes, ...inside: readonly string[]): string => {
  const content = inside.join('')
  return content === '' ? `<${name}${attributesText(attributes)}/>` : `<${name}${attributesText(attributes)}>${content}</${name}>`
}
/** The beginning of an element whose content is written bit by bit. */
export const opening = (name: string, attributes: Attributes): string => `<${name}${attributesText(attributes)}>`
export const textTag = (name: string, text: string, attributes: Attributes = {}): string =>
  `<${name}${attributesText(attributes)}>${escaped(text)}</${name}>`

export const elementText = ({ name, attributes, children, text }: Element): string =>
  tag(name, attributes, ...(children.length > 0 ? children.map(elementText) : [escaped(text)]))

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
