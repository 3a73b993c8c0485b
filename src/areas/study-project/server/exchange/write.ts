import type { Ctx } from '#server'
import { zipped } from '#server/excel/zip.ts'
import { datasetsOf } from '#study/exchange/dataset/dataset.ts'
import type { Dataset, Row } from '#study/exchange/dataset/dataset.ts'
import { defineXml } from '#study/exchange/dataset/define.ts'
import { writeDatasetJson } from '#study/exchange/dataset/json.ts'
import { Survey } from '#study/exchange/dataset/survey.ts'
import { XptSurvey, nameMisfitsOf, writeXpt } from '#study/exchange/dataset/xpt.ts'
import type { Misfit } from '#study/exchange/dataset/xpt.ts'
import { OID, giveStudy, odmFile } from '#study/exchange/odm/give.ts'
import type { DataRecord, OdmStudy, Subject } from '#study/exchange/odm/model.ts'
import { writeOdm } from '#study/exchange/odm/write.ts'
import type { Element } from '#study/exchange/xml/element.ts'
import { auditsOf, type Audits } from './audit.ts'
import { recordsOf, sitesOf, subjectsOf } from './source.ts'
import type { GivenForm, GivenRecord, Source } from './source.ts'

type Giving = { ctx: Ctx; id: number; source: Source; signal: AbortSignal; at: string }

const NONE = { event: {}, form: {}, group: {} } as const
const dataOf = ({ form: { code } }: GivenForm, { id, visit, instance, values }: GivenRecord, audits: Audits): DataRecord => ({
  event: OID.event(visit),
  eventRepeat: '',
  form: OID.form(code),
  formRepeat: String(instance),
  group: OID.group(code),
  groupRepeat: '',
  audit: null,
  extras: NONE,
  values: [...values].map(([name, value]) => ({
    item: OID.item(code, name),
    value,
    transaction: '',
    audit: audits(id, name),
    extras: {},
  })),
})

/** Subject by subject, with everything about each: some subjects are held at a time. */
async function* subjectData({ ctx, id, source, signal }: Giving, sites: ReadonlyMap<number, string>): AsyncGenerator<Subject> {
  const order = new Map(source.study.visits.map(({ code }, i) => [OID.event(code), i] as const))
  for await (const batch of subjectsOf(ctx, id, signal)) {
    const found = new Map(batch.map(({ code }): [string, DataRecord[]] => [code, []]))
    const siteOf = new Map(batch.map(({ code, department }) => [code, sites.get(department ?? 0) ?? '']))
    const ids = batch.map((subject) => subject.id)
    for (const form of source.forms) {
      const own: GivenRecord[] = []
      for await (const record of recordsOf(ctx, source, form, signal, ids)) own.push(record)
      const audits = await auditsOf(
        ctx,
        form,
        own.map((record) => record.id),
      )
      for (const record of own) found.get(record.subject)?.push(dataOf(form, record, audits))
    }
    const place = ({ event }: DataRecord): number => order.get(event) ?? order.size
    for (const [key, records] of found)
      yield { key, site: siteOf.get(key) ?? '', extras: {}, records: records.toSorted((a, b) => place(a) - place(b)) }
  }
}

const NO_TEXT = { children: [], text: '' } as const
/** What subjects and audit call their sites. */
const locations = (
  { oid: study, version: { oid: version } }: OdmStudy,
  at: string,
  sites: readonly { code: string; name: string }[],
): Element[] => {
  const since = { StudyOID: study, MetaDataVersionOID: version, EffectiveDate: at.slice(0, 10) }
  const inside = sites.map(({ code, name }): Element => ({
    name: 'Location',
    attributes: { OID: code, Name: name, LocationType: 'Site' },
    children: [{ ...NO_TEXT, name: 'MetaDataVersionRef', attributes: since }],
    text: '',
  }))
  return inside.length === 0 ? [] : [{ name: 'AdminData', attributes: { StudyOID: study }, children: inside, text: '' }]
}

export async function* odmOf(giving: Giving): AsyncGenerator<string> {
  const study = giveStudy(giving.source.study)
  const sites = (await sitesOf(giving.ctx, giving.id)).filter(({ code }) => code !== '')
  const codes = new Map(sites.map(({ id, code }) => [id, code]))
  yield* writeOdm(odmFile(giving.source.study, giving.at), study, subjectData(giving, codes), locations(study, giving.at, sites))
}

type Table = { dataset: Dataset; form: GivenForm }
/** A table for each form, of the columns that this person may read. */
const tablesOf = ({ source: { study, forms } }: Giving): Table[] => {
  const variables = forms.flatMap((form) => form.variables)
  return datasetsOf({ ...study.content, variables }).flatMap((dataset) => {
    const form = forms.find((one) => one.form.code === dataset.name)
    return form ? [{ dataset, form }] : []
  })
}
async function* rowsOf({ ctx, source, signal }: Giving, { dataset, form }: Table): AsyncGenerator<Row> {
  for await (const { subject, visit, instance, values } of recordsOf(ctx, source, form, signal))
    yield [subject, visit, String(instance), ...dataset.columns.slice(3).map(({ name }) => values.get(name) ?? null)]
}

type Surveyed = Table & { seen: Survey; xpt: XptSurvey }
export type Surveys = { tables: readonly Surveyed[]; misfits: readonly Misfit[] }
/** Every value is looked at before the first is written: how wide a column is stands at the head of its file. */
export const survey = async (giving: Giving): Promise<Surveys> => {
  const tables: Surveyed[] = []
  for (const table of tablesOf(giving)) {
    const [seen, xpt] = [new Survey(), new XptSurvey(table.dataset)]
    for await (const row of rowsOf(giving, table)) {
      seen.add(table.dataset, row)
      xpt.add(row)
    }
    tables.push({ ...table, seen, xpt })
  }
  return { tables, misfits: tables.flatMap(({ dataset, xpt }) => [...nameMisfitsOf(dataset), ...xpt.misfits]) }
}

const MASKED = '被遮盖的变量没有导出 · Variables that are masked for whoever exported this are left out:\n'
/** The tables with their description in one archive. */
export const archiveOf = (giving: Giving, { tables }: Surveys, format: 'json' | 'xpt'): AsyncGenerator<Buffer> => {
  const { study, masked } = giving.source
  const suffix = format === 'json' ? '.ndjson' : '.xpt'
  const head = {
    study: OID.study(study),
    name: study.title,
    description: study.remark,
    protocol: study.code,
    version: OID.version(study),
    at: giving.at,
  }
  const lengths = new Map(tables.flatMap(({ seen }) => [...seen.lengths]))
  const texts = new Set(tables.flatMap(({ seen }) => [...seen.texts]))
  async function* parts() {
    const datasets = tables.map(({ dataset }) => dataset)
    yield { name: 'define.xml', text: [defineXml(head, datasets, { lengths, texts }, suffix)] }
    for (const table of tables) {
      const rows = rowsOf(giving, table)
      const text =
        format === 'json'
          ? writeDatasetJson(table.dataset, { ...head, records: table.seen.records }, texts, rows)
          : writeXpt(table.dataset, table.xpt, giving.at, rows)
      yield { name: `${table.dataset.name}${suffix}`, text }
    }
    if (masked.length > 0) yield { name: 'masked.txt', text: [MASKED, ...masked.map(({ form, code }) => `${form}.${code}\n`)] }
  }
  return zipped(parts())
}
