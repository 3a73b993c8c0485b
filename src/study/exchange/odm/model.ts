import type { Element } from '../xml/element.ts'

/** What a vendor has added to an element of the standard, `redcap:FieldType`: kept as it is. */
export type Extras = Readonly<Record<string, string>>
/** A text by language; under '' where none is named. */
export type Texts = Readonly<Record<string, string>>

export type OdmFile = {
  /** Of the root: what kind of file it is, by whom and when. */
  readonly attributes: Readonly<Record<string, string>>
  /** Of vendors, by prefix. */
  readonly namespaces: Readonly<Record<string, string>>
}
export type FormRef = { readonly form: string; readonly mandatory: boolean; readonly extras: Extras }
export type OdmEvent = {
  readonly oid: string
  readonly name: string
  readonly repeating: boolean
  readonly type: string
  readonly extras: Extras
  readonly forms: readonly FormRef[]
}
export type OdmForm = {
  readonly oid: string
  readonly name: string
  readonly description: Texts
  readonly repeating: boolean
  readonly extras: Extras
  readonly groups: readonly string[]
}
export type ItemRef = {
  readonly item: string
  readonly mandatory: boolean
  readonly condition: string
  readonly method: string
  readonly extras: Extras
}
export type ItemGroup = {
  readonly oid: string
  readonly name: string
  readonly repeating: boolean
  readonly extras: Extras
  readonly items: readonly ItemRef[]
}
export type Range = { readonly comparator: string; readonly value: string; readonly isHard: boolean; readonly message: Texts }
export type Item = {
  readonly oid: string
  readonly name: string
  readonly dataType: string
  readonly length: string
  readonly digits: string
  readonly extras: Extras
  readonly question: Texts
  readonly description: Texts
  readonly units: readonly string[]
  readonly ranges: readonly Range[]
  readonly codelist: string
  readonly aliases: readonly { readonly context: string; readonly name: string }[]
}
export type ListItem = { readonly code: string; readonly label: Texts; readonly extras: Extras }
export type List = {
  readonly oid: string
  readonly name: string
  readonly dataType: string
  readonly extras: Extras
  readonly items: readonly ListItem[]
}
export type Unit = { readonly oid: string; readonly name: string; readonly symbol: Texts }
/** A condition under which something is asked for, or a way in which it is computed. */
export type Expression = {
  readonly oid: string
  readonly name: string
  readonly kind: 'condition' | 'method'
  readonly description: Texts
  readonly context: string
  readonly expression: string
}

export type OdmStudy = {
  readonly oid: string
  readonly name: string
  readonly description: string
  readonly protocol: string
  /** What a vendor says of the study as a whole. */
  readonly vendor: readonly Element[]
  readonly units: readonly Unit[]
  readonly version: { readonly oid: string; readonly name: string; readonly extras: Extras }
  /** In the order of the protocol. */
  readonly events: readonly OdmEvent[]
  readonly forms: readonly OdmForm[]
  readonly groups: readonly ItemGroup[]
  readonly items: readonly Item[]
  readonly lists: readonly List[]
  readonly expressions: readonly Expression[]
}

export type Audit = {
  readonly at: string
  readonly user: string
  readonly location: string
  readonly reason: string
  readonly source: string
}
export type Value = {
  readonly item: string
  /** Null: said to be empty. */
  readonly value: string | null
  /** What was done in this entry, `Update`; empty in a snapshot. */
  readonly transaction: string
  readonly audit: Audit | null
  readonly extras: Extras
}
/** What was entered in one group of one form. */
export type DataRecord = {
  readonly event: string
  readonly eventRepeat: string
  readonly form: string
  readonly formRepeat: string
  readonly group: string
  readonly groupRepeat: string
  readonly audit: Audit | null
  /** Of event, form and group. */
  readonly extras: { readonly event: Extras; readonly form: Extras; readonly group: Extras }
  readonly values: readonly Value[]
}
export type Subject = { readonly key: string; readonly site: string; readonly extras: Extras; readonly records: readonly DataRecord[] }

export const REDCAP = 'https://projectredcap.org'
export const ODM = 'http://www.cdisc.org/ns/odm/v1.3'
