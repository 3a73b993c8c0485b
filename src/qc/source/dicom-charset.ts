/** Encodings of texts by their name in (0008,0005). What is switched by escapes within a text is in the last one named. */
const CHARSETS: Readonly<Record<string, string>> = {
  'ISO_IR 100': 'windows-1252',
  'ISO_IR 101': 'iso-8859-2',
  'ISO_IR 109': 'iso-8859-3',
  'ISO_IR 110': 'iso-8859-4',
  'ISO_IR 144': 'iso-8859-5',
  'ISO_IR 127': 'iso-8859-6',
  'ISO_IR 126': 'iso-8859-7',
  'ISO_IR 138': 'iso-8859-8',
  'ISO_IR 148': 'windows-1254',
  'ISO_IR 13': 'shift_jis',
  'ISO_IR 166': 'windows-874',
  'ISO_IR 192': 'utf-8',
  GB18030: 'gb18030',
  GBK: 'gb18030',
  'ISO 2022 IR 58': 'gb18030',
  'ISO 2022 IR 149': 'euc-kr',
  'ISO 2022 IR 87': 'iso-2022-jp',
  'ISO 2022 IR 159': 'iso-2022-jp',
}

/** Which set stands in the upper half: said before each text, and what the encoding means anyway. */
const UPPER_HALF = /\u001b\$\)[AC]|\u001b-[A-Z]/g

/** Texts of a file that names its set of characters so, or names none. */
export function textsOf(named: string | undefined): (bytes: Uint8Array) => string {
  const known = (named ?? '')
    .split('\\')
    .flatMap((name) => CHARSETS[name.trim()] ?? CHARSETS[name.trim().replace('ISO 2022 IR', 'ISO_IR')] ?? [])
  const decoder = new TextDecoder(known.at(-1) ?? 'utf-8')
  return (bytes) => decoder.decode(bytes).replaceAll(UPPER_HALF, '')
}
