/** Every sentence a user may read, in both languages of the product. */
export type Text = { zh: string; en: string }

export const text = (zh: string, en: string): Text => ({ zh, en })
