/** What the server takes in one request; the data of a study are not part of its definition. */
const LONGEST = 1_800_000
const DATA = '<ClinicalData'

const decoded = (bytes: ArrayBuffer): string | null => {
  for (const encoding of ['utf-8', 'gb18030'])
    try {
      const [first, second] = new Uint8Array(bytes.slice(0, 2))
      const marked = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : encoding
      return new TextDecoder(marked, { fatal: true }).decode(bytes)
    } catch {
      continue
    }
  return null
}

export type StudyFile = { text: string; isCut: boolean } | { problem: 'unreadable' | 'tooLarge' }
/** The text of a file as it is sent: with the data where they fit, else the definition alone. */
export const readStudyFile = async (file: File): Promise<StudyFile> => {
  const text = decoded(await file.arrayBuffer())
  if (text === null) return { problem: 'unreadable' }
  const fits = (given: string) => new Blob([JSON.stringify(given)]).size < LONGEST
  if (fits(text)) return { text, isCut: false }
  const start = text.indexOf(DATA)
  const alone = start < 0 ? text : `${text.slice(0, start)}</ODM>`
  return start >= 0 && fits(alone) ? { text: alone, isCut: true } : { problem: 'tooLarge' }
}
