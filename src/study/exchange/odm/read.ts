import { ExchangeError } from '../error.ts'
import type { Element } from '../xml/element.ts'
import { decodeXml } from '../xml/decode.ts'
import { XML_LIMITS } from '../xml/limit.ts'
import type { XmlLimits } from '../xml/limit.ts'
import { readXml } from '../xml/reader.ts'
import { readParts } from '../xml/tree.ts'
import { REDCAP } from './model.ts'
import type { OdmFile, OdmStudy, Subject } from './model.ts'
import { studyOf } from './read-study.ts'
import { subjectOf } from './read-subject.ts'

export type OdmPart =
  | { readonly kind: 'file'; readonly file: OdmFile }
  | { readonly kind: 'study'; readonly study: OdmStudy }
  /** Users and locations, which audit and subjects refer to: kept as they are. */
  | { readonly kind: 'admin'; readonly admin: Element }
  | { readonly kind: 'subject'; readonly subject: Subject }

// Some servers write their addresses with https.
const KNOWN: ReadonlyMap<string, string> = new Map(
  ['http', 'https'].flatMap((scheme) => [
    ...['v1.2', 'v1.3'].map((version) => [`${scheme}://www.cdisc.org/ns/odm/${version}`, ''] as const),
    [`${scheme}://www.w3.org/2001/XMLSchema-instance`, 'xsi'] as const,
    [REDCAP.replace('https', scheme), 'redcap'] as const,
  ]),
)
const OPENED = new Set(['ODM', 'ClinicalData'])
const HEAVY = new Set(['ItemDataBase64Binary', 'ItemDataBase64Float', 'ItemDataHexBinary'])
const OWN = new Set(['', 'xsi', 'ds'])

/** A file of the Operational Data Model, REDCap's projects among them: first what it is, then studies, then one subject after the other. */
export const readOdm = (
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limits: XmlLimits = XML_LIMITS,
): AsyncGenerator<OdmPart> => readOdmText(decodeXml(chunks, limits.bytes), limits)

/** The same of what is text already, whatever encoding it says it had. */
export async function* readOdmText(
  pieces: AsyncIterable<string> | Iterable<string>,
  limits: XmlLimits = XML_LIMITS,
): AsyncGenerator<OdmPart> {
  const parts = readParts(readXml(pieces, limits), { known: KNOWN, opened: OPENED, heavy: HEAVY, limits })
  let isOdm = false
  for await (const part of parts) {
    if (part.kind === 'opened' && part.element.name === 'ODM') {
      isOdm = true
      const namespaces = Object.fromEntries(Object.entries(part.namespaces).filter(([prefix]) => !OWN.has(prefix)))
      const attributes = Object.fromEntries(Object.entries(part.element.attributes).filter(([name]) => !name.startsWith('xsi:')))
      yield { kind: 'file', file: { attributes, namespaces } }
    } else if (!isOdm) {
      const { name } = part.element
      throw new ExchangeError(`不是 ODM 文件：根元素是“${name}”`, `This is no ODM file: its root is “${name}”`)
    } else if (part.kind === 'element' && part.element.name === 'Study') yield { kind: 'study', study: studyOf(part.element) }
    else if (part.kind === 'element' && part.element.name === 'AdminData') yield { kind: 'admin', admin: part.element }
    else if (part.kind === 'element' && part.element.name === 'SubjectData') yield { kind: 'subject', subject: subjectOf(part.element) }
  }
}
