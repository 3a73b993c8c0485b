/** Every sentence a user may read, in both languages of the product. */
export type Text = { zh: string; en: string }

export const text = (zh: string, en: string): Text => ({ zh, en })

/** For a value, which is one text whoever reads it. */
export const inBoth = ({ zh, en }: Text): string => `${zh} · ${en}`
