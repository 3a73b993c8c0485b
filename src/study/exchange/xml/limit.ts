/** What no honest file of a study needs, and what would keep a server busy or fill its memory. */
export type XmlLimits = {
  readonly bytes: number
  readonly depth: number
  /** Of one tag with its attributes, in characters. */
  readonly tag: number
  readonly attributes: number
  /** Of the text between two tags, in characters. */
  readonly text: number
  /** Elements that are held at once: the definition of a study, or the data of one subject. */
  readonly elements: number
}

export const XML_LIMITS: XmlLimits = {
  bytes: 512 * 1024 * 1024,
  depth: 64,
  tag: 1024 * 1024,
  attributes: 200,
  text: 1024 * 1024,
  elements: 500_000,
}
