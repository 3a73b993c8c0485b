import type { Db } from '../db/database.ts'
import type { Ctx } from '../model/context.ts'
import { readSite } from '../site.ts'
import { CODE_MINUTES, randomCode } from './code.ts'
import type { Outgoing } from './deliver.ts'

const PLACEHOLDER = /\$\{([a-z][a-z0-9_]*)\}/g
/** The variables that a text names, in the order of their first use. */
export const variablesIn = (content: string): string[] => [...new Set([...content.matchAll(PLACEHOLDER)].map((m) => m[1]!))]

type Facts = { code: string; count: number; siteName: string; to: string; now: Date; literal: string }
const clock = (now: Date, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', hour12: false, ...options }).format(now)

/** Everything a variable can be. A new source is a line here: nobody writes SQL or code into a template. */
const SOURCES: Record<string, (info: Facts) => string> = {
  literal: ({ literal }) => literal,
  code: ({ code }) => code,
  minutes: () => String(CODE_MINUTES),
  siteName: ({ siteName }) => siteName,
  date: ({ now }) => clock(now, { year: 'numeric', month: '2-digit', day: '2-digit' }).replaceAll('/', '-'),
  time: ({ now }) => clock(now, { hour: '2-digit', minute: '2-digit' }),
  count: ({ count }) => String(count),
  recipient: ({ to }) => `${to.slice(0, 3)}****${to.slice(-4)}`,
}

export type Template = {
  title: string
  content: string
  template: string | null
  gatewayTemplates: readonly { key: string; value: string }[] | null
  variables: readonly number[] | null
}

/** An SMS from its template. What is not given is made up and opens nothing: a test send shows the real thing. */
export const renderTemplate = async (
  ctx: Ctx,
  template: Template,
  to: string,
  given: { code?: string; count?: number } = {},
): Promise<Outgoing> => {
  const { code = randomCode(), count = 1 } = given
  const variables = await ctx.db.query<{ name: string; source: string; value: string | null }>(
    'SELECT name, source, value FROM sms_variable WHERE id = ANY($1::bigint[]) AND status',
    [template.variables ?? []],
  )
  const { siteName } = await readSite(ctx.db)
  const now = new Date()
  const values = new Map(variables.map((v) => [v.name, SOURCES[v.source]!({ code, count, siteName, to, now, literal: v.value ?? '' })]))
  return {
    channel: 'sms',
    to,
    subject: template.title,
    text: template.content.replace(PLACEHOLDER, (_, name: string) => values.get(name) ?? ''),
    template: {
      id: template.template ?? '',
      gatewayIds: Object.fromEntries((template.gatewayTemplates ?? []).map((t) => [t.key, t.value])),
      params: variablesIn(template.content).map((name) => ({ name, value: values.get(name) ?? '' })),
    },
    code,
  }
}

const READ = `SELECT title, content, template, gateway_templates AS "gatewayTemplates", variables FROM sms_template WHERE status AND`
export const templateByCode = async (db: Db, code: string): Promise<Template | undefined> =>
  (await db.query<Template>(`${READ} code = $1`, [code]))[0]
export const templateById = async (db: Db, id: number): Promise<Template | undefined> =>
  (await db.query<Template>(`${READ} id = $1`, [id]))[0]
