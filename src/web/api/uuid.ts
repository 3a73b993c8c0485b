/** `crypto.randomUUID` is missing on plain http, which is how many hospitals run internal sites. */
export const uuid = (): string => {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (b, i) =>
    (i === 6 ? (b & 0x0f) | 0x40 : i === 8 ? (b & 0x3f) | 0x80 : b).toString(16).padStart(2, '0'),
  ).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
