/** Every sentence a user may read, in both languages of the product. */
export type Text = { zh: string; en: string }

export const text = (zh: string, en: string): Text => ({ zh, en })

/** For a value, which is one text whoever reads it. */
export const inBoth = ({ zh, en }: Text): string => `${zh} · ${en}`

const isText = (value: unknown): value is Text => typeof value === 'object' && value !== null && 'zh' in value && 'en' in value

/** An error that knows its sentence in both languages says it; of any other the first line is all there is. */
export function textOf(error: unknown): Text {
  if (error instanceof Error && 'text' in error && isText(error.text)) return error.text
  const message = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
  return text(message, message)
}
