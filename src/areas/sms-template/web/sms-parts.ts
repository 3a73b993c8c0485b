/** The basic and extended characters of GSM 03.38; a text of these alone has more room. */
const GSM = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/
const ALONE = { wide: 70, narrow: 160 }
const JOINED = { wide: 67, narrow: 153 }

/** How many messages a text is billed as. Of several, each loses room to the number that joins them. */
export const smsParts = (text: string): { length: number; parts: number } => {
  const kind = GSM.test(text) ? 'narrow' : 'wide'
  const { length } = text
  return { length, parts: length === 0 ? 0 : length <= ALONE[kind] ? 1 : Math.ceil(length / JOINED[kind]) }
}
