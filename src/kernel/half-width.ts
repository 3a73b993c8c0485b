const WIDE = /[\uff01-\uff5e]/g
const SHIFT = 0xfee0

/** What a Chinese keyboard types in full width, as it was meant: `１３０` is `130`. Nothing else changes, not even `µ`, which Unicode would fold. */
export const halfWidth = (text: string): string =>
  text.replaceAll(WIDE, (sign) => String.fromCharCode(sign.charCodeAt(0) - SHIFT)).replaceAll('\u3000', ' ')
