export type Legacy = 'gb18030' | 'big5' | 'shift_jis' | 'euc-jp' | 'euc-kr' | 'windows-1252'
/** `sure`: the text is what that encoding's everyday characters look like, and no other candidate's. */
export type Guess = { encoding: Legacy; sure: boolean }

type Pair = (lead: number, trail: number) => boolean
const within = (byte: number, from: number, to: number): boolean => byte >= from && byte <= to

/** What stands in texts and in heads of tables more often than anything else. */
const SIMPLIFIED =
  '的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离虽坏兴病号编姓称龄药诊疗医患者出院入院科室检查结果备注标本血压糖肝肾男未'
const TRADITIONAL =
  '的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些與高意進把法此實回二理美點月明其種聲全工己話者向情部正名定女問力機給等幾很業最間新位因重被走電四第門相次東政海口使教西再平真聽世氣信北少關並內加化由代軍產入先山五太水萬市體別處總才場師書比住員性通目報立馬命張活數件安表原車白應路期常提感金何更反合放做系計受光王果界及今京務制解各任至清物台號編姓稱齡藥診療醫患科室檢查結果備註標本血壓糖肝腎男女陳林黃李臺北'
const JAPANESE =
  '日本人年大国会中出一上長生者行事前学間時東方京十分金名見高二三四五男女性別氏名患者番号病院田山川木村佐藤鈴木高橋太郎子美検査結果血圧'
const KOREAN =
  '이다는에의가을고지하로한자사기도대리어서성정인시나수일김박남여부산울최은를들그해전원아보제안장국대학과주동만상년월생명별번호환병의약검결비고민영준현경미진희선순옥강조윤임오신권황송유홍'

type Candidate = { encoding: Legacy; common: Pair; single?: (byte: number) => boolean; familiar: string }

/** Everyday characters of each encoding. Read in a wrong encoding, text falls on the rare ones: tables are sorted by frequency of use. */
const EVERYDAY: readonly Candidate[] = [
  {
    encoding: 'gb18030',
    common: (lead, trail) => trail >= 0xa1 && (within(lead, 0xb0, 0xd7) || within(lead, 0xa1, 0xa3)),
    familiar: SIMPLIFIED,
  },
  {
    encoding: 'big5',
    common: (lead, trail) => within(lead, 0xa4, 0xc6) || (within(lead, 0xa1, 0xa3) && trail >= 0x40),
    familiar: TRADITIONAL,
  },
  {
    encoding: 'shift_jis',
    common: (lead, trail) =>
      within(lead, 0x88, 0x97) || (lead === 0x82 && trail >= 0x4f) || (lead === 0x83 && trail <= 0x96) || lead === 0x81,
    single: (byte) => within(byte, 0xa1, 0xdf),
    familiar: JAPANESE,
  },
  {
    encoding: 'euc-jp',
    common: (lead, trail) => trail >= 0xa1 && (within(lead, 0xa1, 0xa5) || within(lead, 0xb0, 0xcf)),
    familiar: JAPANESE,
  },
  {
    encoding: 'euc-kr',
    common: (lead, trail) => trail >= 0xa1 && (within(lead, 0xa1, 0xa3) || within(lead, 0xb0, 0xc8)),
    familiar: KOREAN,
  },
]
const ENOUGH = 0.8
/** Chinese, Japanese and Korean share the same bytes: how far the likeliest must be ahead of the next. */
const MARGIN = 0.15
const KANA = /[\u3041-\u30fe]/

/** Bytes that are no UTF-8: the most plausible of the encodings people still save tables in; undefined when none is. */
export function guessEncoding(bytes: Uint8Array): Guess | undefined {
  const scores = EVERYDAY.flatMap(({ encoding, common, single, familiar }) => {
    const text = decoded(bytes, encoding)
    const share = text === undefined ? 0 : shareOfCommon(bytes, common, single)
    return share >= ENOUGH ? [{ encoding, score: share + shareOfFamiliar(text ?? '', familiar) }] : []
  })
  const letters = shareOfLetters(bytes)
  if (letters >= ENOUGH) scores.push({ encoding: 'windows-1252', score: letters })
  const [best, next] = scores.toSorted((one, other) => other.score - one.score)
  if (best) return { encoding: best.encoding, sure: best.encoding === 'gb18030' && best.score - (next?.score ?? 0) >= MARGIN }
  return decodes(bytes, 'gb18030') ? { encoding: 'gb18030', sure: false } : undefined
}

export const decodes = (bytes: Uint8Array, encoding: string): boolean => decoded(bytes, encoding) !== undefined

function decoded(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Of the letters beyond ASCII, those that every reader of the language meets daily. */
function shareOfFamiliar(text: string, familiar: string): number {
  const known = new Set(familiar)
  const letters = [...text].filter((letter) => letter >= '\u3041')
  const good = letters.filter((letter) => known.has(letter) || (familiar === JAPANESE && KANA.test(letter))).length
  return letters.length === 0 ? 0 : good / letters.length
}

function shareOfCommon(bytes: Uint8Array, common: Pair, single: (byte: number) => boolean = () => false): number {
  let [all, good] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at] as number
    if (lead < 0x80) continue
    all++
    if (single(lead)) continue
    if (common(lead, bytes[at + 1] ?? 0)) good++
    at++
  }
  return all === 0 ? 0 : good / all
}

/** Western letters stand among ASCII ones: a high byte beside another is rare. */
function shareOfLetters(bytes: Uint8Array): number {
  let [all, good] = [0, 0]
  for (const [at, byte] of bytes.entries()) {
    if (byte < 0x80) continue
    all++
    const isAlone = (bytes[at - 1] ?? 0) < 0x80 && (bytes[at + 1] ?? 0) < 0x80
    if (isAlone && byte >= 0x91) good++
  }
  return all === 0 ? 0 : good / all
}
