/** An element with everything in it. Names are those of the standard, or `prefix:name` where somebody has added to it. */
export type Element = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
}

export const childrenOf = ({ children }: Element, name: string): Element[] => children.filter((child) => child.name === name)
export const childOf = ({ children }: Element, name: string): Element | undefined => children.find((child) => child.name === name)
export const attributeOf = ({ attributes }: Element, name: string): string => attributes[name] ?? ''
/** The text of a child; empty where there is none. */
export const textIn = (element: Element, name: string): string => childOf(element, name)?.text ?? ''
