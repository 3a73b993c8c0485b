import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { can, fail, refuse, ruleOf } from '#kernel'
import { contextOf } from '#server'
import type { Actor, Call, Ctx } from '#server'
import { record } from '#server/audit/entry.ts'
import { hangUp } from '#server/http/hang-up.ts'
import { SENT } from '#server/http/route.ts'
import { Limit } from '#server/limit.ts'
import { begin } from '#server/running.ts'
import { studyProject } from '../../index.ts'
import locale from '../../locale.ts'
import { countOf, sourceOf } from './source.ts'
import type { Source } from './source.ts'
import { archiveOf, odmOf, survey } from './write.ts'

const FORMATS = studyProject.actions.give.input.format.options
type Format = (typeof FORMATS)[number]
/** What is read twice while somebody waits. */
const MOST = 200_000
const running = new Limit(2)

/** Whoever takes a study out takes its records out: both must be theirs to do. */
const refuseOthers = (actor: Actor): void => {
  if (!can(actor.rules, ruleOf(studyProject.name, 'give')) || !can(actor.rules, 'clinical/data/exportExcel')) throw fail('auth.forbidden')
}
const counted = async (ctx: Ctx, source: Source) => {
  const forms: { code: string; name: string; nameEn: string; variables: number; records: number }[] = []
  for (const given of source.forms) {
    const { code, name, nameEn } = given.form
    forms.push({ code, name, nameEn, variables: given.variables.length, records: await countOf(ctx, given) })
  }
  if (forms.reduce((n, { records }) => n + records, 0) > MOST) throw refuse(locale, 'tooMany', { limit: MOST })
  return forms
}

/** What the file would hold, and what would not fit into it. */
export const foretellGive = async (ctx: Ctx, id: number, format: Format) => {
  refuseOthers(ctx.actor)
  const source = await sourceOf(ctx, id)
  const forms = await counted(ctx, source)
  const at = new Date().toISOString()
  const { misfits } = format === 'xpt' ? await survey({ ctx, id, source, signal: new AbortController().signal, at }) : { misfits: [] }
  return { forms, masked: source.masked, misfits }
}

const isFormat = (given: unknown): given is Format => FORMATS.some((format) => format === given)
/** The file itself. Written down first: what cannot be written down does not leave. */
export const sendPackage = async (call: Call, actor: Actor, reply: FastifyReply) => {
  refuseOthers(actor)
  const { format } = call.query
  if (!isFormat(format)) throw fail('input.unknownField', { field: 'format' })
  const ctx = await contextOf(call, actor)
  // Whoever does not see the study is told that it is not there.
  const { id } = await ctx.engine.get(ctx, studyProject.name, Number(call.query['id']))
  const leave = running.enter()
  if (!leave) throw fail('export.tooMany')
  const end = begin({ by: actor, action: 'exporting', what: locale[ctx.language].title })
  try {
    const source = await sourceOf(ctx, id)
    const forms = await counted(ctx, source)
    const giving = { ctx, id, source, signal: hangUp(reply), at: new Date().toISOString() }
    const surveys = format === 'odm' ? null : await survey(giving)
    if (format === 'xpt' && surveys && surveys.misfits.length > 0) throw refuse(locale, 'misfit', { count: surveys.misfits.length })
    const records = Object.fromEntries(forms.map((form) => [form.code, form.records]))
    const masked = source.masked.map(({ form, code }) => `${form}.${code}`)
    await ctx.engine.write(ctx, (tx) =>
      record(tx, {
        action: 'give',
        resource: studyProject.name,
        recordId: id,
        label: source.study.title,
        changes: { format: [null, format], records: [null, records], masked: [null, masked] },
      }),
    )
    const file = Readable.from(surveys && format !== 'odm' ? archiveOf(giving, surveys, format) : odmOf(giving), { objectMode: false })
    file.once('close', () => (leave(), end()))
    const name = `${source.study.code}${format === 'odm' ? '.xml' : `-${format}.zip`}`
    void reply
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`)
      .type(format === 'odm' ? 'application/xml; charset=utf-8' : 'application/zip')
      .send(file)
    return SENT
  } catch (error) {
    leave()
    end()
    throw error
  }
}
