import { ERRORS, fill, isChoice, isPointer, listIn, ruleBase } from '#kernel'
import type { ErrorKey, Field, Words } from '#kernel'
import type { Ctx } from '../model/context.ts'
import { ACTION_WORDS } from '../model/action-words.ts'
import { columnTitle } from '../model/column-title.ts'
import type { Part } from '../model/half.ts'
import type { Model } from '../model/model.ts'
import { namesOf } from '../model/names.ts'
import { sayAll } from '../model/said.ts'
import { partsOf } from './part.ts'
import { isData, itemsOf, NO, sayingOf, sayParts, YES } from './saying.ts'

const words = (zh: string, en: string): Words => ({ 'zh-cn': zh, en })

/** What happened, where it is no button of a page. */
const HAPPENED: Record<string, Words> = {
  login: words('登录', 'Sign-in'),
  loginFailed: words('登录失败', 'Failed sign-in'),
  codeFailed: words('双重验证失败', 'Failed second step'),
  recoveryUsed: words('使用恢复码', 'Recovery code used'),
  recoveryRenewed: words('重新生成恢复码', 'New recovery codes'),
  factorOn: words('开启双重验证', 'Second step switched on'),
  factorOff: words('关闭双重验证', 'Second step switched off'),
  logout: words('退出登录', 'Sign-out'),
  endSession: words('结束会话', 'End a session'),
  reuse: words('已用过的令牌再次出现，会话已结束', 'A used token was presented again; the session was ended'),
  terminal: words('执行命令', 'Run a command'),
  terminalEnd: words('命令结束', 'Command ended'),
  restoreBackup: words('恢复备份', 'Restore a backup'),
  rescue: words('救援账号', 'Rescue an account'),
  checkpoint: words('开始签署操作日志检查点', 'Begin signed checkpoints'),
  clearCache: words('清理缓存', 'Clear caches'),
  upload: words('上传', 'Upload'),
  readFile: words('查看文件', 'Read a file'),
  changePassword: words('修改密码', 'Change password'),
  changeTerminalConfig: words('修改终端设置', 'Change the terminal settings'),
  cancel: words('取消命令', 'Cancel a command'),
  save: words('保存', 'Save'),
  move: words('改变状态', 'Change of state'),
  exportTrail: words('导出全程记录', 'Export of the audit trail'),
  remove: words('移除', 'Remove'),
  switch: words('开关', 'Switch on or off'),
}
/** Where it happened, where that is no resource. */
const PLACES: Record<string, Words> = {
  terminal: words('终端', 'Terminal'),
  Terminal: words('终端', 'Terminal'),
  admin: words('后台登录', 'Admin sign-in'),
  user: words('会员登录', 'Member sign-in'),
  ajax: words('公共接口', 'Common calls'),
  profile: words('个人资料', 'Own profile'),
  account: words('会员中心', 'Member centre'),
  savedView: words('保存的视图', 'Saved views'),
  notification: words('通知', 'Notifications'),
  system: words('系统', 'System'),
}

/** What the system itself notes in an entry. */
const NOTED: Record<string, Words> = {
  columns: words('列', 'Columns'),
  rows: words('行数', 'Rows'),
  file: words('文件', 'File'),
  stored: words('新增记录', 'Records added'),
  changed: words('改动记录', 'Records changed'),
  cells: words('改动的值', 'Values changed'),
  addedSha256: words('新增内容的摘要', 'Hash of what was added'),
  changesSha256: words('改动内容的摘要', 'Hash of what was changed'),
  through: words('经由', 'Through'),
  extend: words('附加说明', 'Note'),
  status: words('状态', 'Status'),
  proof: words('证明', 'Proof'),
  publicKey: words('公钥', 'Public key'),
  exitCode: words('退出码', 'Exit code'),
  reminded: words('提醒人数', 'People reminded'),
  rules: words('菜单与权限', 'Menu and rights'),
  trial: words('试运行', 'Trial'),
}

export const actionWord = ({ engine, language }: Ctx, resource: string, action: string): string =>
  engine.registry.get(resource)?.locale[language].actions?.[action] ?? (HAPPENED[action] ?? ACTION_WORDS[action])?.[language] ?? action
export const placeWord = ({ engine, language }: Ctx, resource: string): string =>
  (engine.registry.get(resource) ?? engine.registry.above(resource))?.locale[language].title ?? PLACES[resource]?.[language] ?? resource

const keysOf = (list: Readonly<Record<string, string | undefined>>, text: string): string[] =>
  Object.keys(list).filter((key) => list[key]?.toLowerCase().includes(text))
const inLanguage = (list: Readonly<Record<string, Words>>, { language }: Ctx) =>
  Object.fromEntries(Object.entries(list).map(([key, words]) => [key, words[language]]))

/** The actions, and the places that are no resource, that a reader knows by words with this text in them. */
export const actionsMatching = (ctx: Ctx, text: string): string[] => [
  ...keysOf(inLanguage({ ...ACTION_WORDS, ...HAPPENED }, ctx), text),
  ...ctx.engine.registry.all().flatMap(({ locale }) => keysOf(locale[ctx.language].actions ?? {}, text)),
]
export const placesMatching = (ctx: Ctx, text: string): string[] => keysOf(inLanguage(PLACES, ctx), text)

const blank = (sentence: string): string => sentence.replaceAll(/\{\w+\}/g, '…')
/** Why something was refused. What somebody sent was not kept, and names of records are not for everybody: there the sentence has gaps. */
export const refusalSentence = (ctx: Ctx, resource: string, { key, params = {} }: Refused): string => {
  const own = ctx.engine.registry.get(resource)?.locale[ctx.language].errors?.[key]
  const sentence = own ?? (key in ERRORS ? ERRORS[key as ErrorKey][ctx.language] : key)
  return blank(ctx.engine.masks.hidesNames(ctx) ? sentence : fill(sentence, params))
}
/** What the trail keeps of a refusal. */
export type Refused = { action: string; key: string; fields?: string[]; params?: Record<string, string> }

/** One line of a difference, in words. */
export type ReadableChange = {
  field: string
  title: string
  before: unknown
  after: unknown
  /** Of data that a program made for a program: what differs in it. */
  parts?: Part[]
  /** Whose numbers the values are, until their names are found. */
  to?: { resource: string; isNumbered: boolean }
}
const textOf = (value: unknown, field: Field | undefined, options: Record<string, string> | undefined, { language }: Ctx): unknown => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return (value ? YES : NO)[language]
  if (field && isChoice(field))
    return listIn(
      language,
      [value].flat().map((v) => options?.[String(v)] ?? String(v)),
    )
  if (Array.isArray(value) && value.every((v) => typeof v !== 'object')) return listIn(language, value.map(String))
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value)
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
const ITEMS_CHANGED: Words = words('{items}，改动 {n} 项', '{items}, {n} changed')
const countedOf = (before: unknown, after: unknown, n: number, ctx: Ctx): Part => {
  const count = (value: unknown) => partsOf(null, value, sayingOf(ctx)).length
  const items = (value: unknown) => (count(value) ? itemsOf(count(value), ctx) : null)
  const isChanged = count(before) > 0 && count(after) > 0
  const changed = () => fill(ITEMS_CHANGED[ctx.language], { items: itemsOf(count(after), ctx), n })
  return { name: '', before: items(before), after: isChanged ? changed() : items(after) }
}
const MENU: Words = words('菜单', 'Menu entry')

/** Rights of a table that was designed are those of its verbs: people know the verbs, not the paths. */
const rightText = (ctx: Ctx, path: string): string => {
  const model = ctx.engine.registry.all().find(({ resource }) => path.startsWith(`${ruleBase(resource.name)}/`))
  const action = path.split('/').at(-1) ?? ''
  const known = (HAPPENED[action] ?? ACTION_WORDS[action])?.[ctx.language]
  return (model && path !== ruleBase(model.resource.name) ? actionWord(ctx, model.resource.name, action) : known) ?? MENU[ctx.language]
}
const titleOf = (ctx: Ctx, field: Field, value: unknown, changes: Record<string, [unknown, unknown]>): string | undefined => {
  const { registry } = ctx.engine
  if (typeof value !== 'string' || !field.names) return undefined
  if (field.names !== 'field') return registry.get(value)?.locale[ctx.language].title
  const [before, after] = changes['resource'] ?? []
  return registry.get(String(after ?? before))?.locale[ctx.language].fields[value]
}

/** What an entry changed, in the reader's words. */
export const readableChanges = (ctx: Ctx, resource: string, changes: Record<string, [unknown, unknown]>): ReadableChange[] => {
  const model = ctx.engine.registry.get(resource)
  const locale = model?.locale[ctx.language]
  return Object.entries(changes).flatMap(([name, pair]): ReadableChange[] => {
    // Nothing before and after: a command without a note, a list that a new record leaves empty.
    if (!Array.isArray(pair) || pair.every(isNothing)) return []
    const [before, after] = pair
    const field = model?.columns.get(name)?.field
    const title = NOTED[name] && !locale?.fields[name] ? NOTED[name][ctx.language] : columnTitle(model?.locale, ctx.language, name)
    if (field && isPointer(field) && field.kind !== 'remoteSelect')
      return [{ field: name, title, to: { resource: field.to, isNumbered: false }, before, after }]
    if (field?.of) return [{ field: name, title, to: { resource: field.of, isNumbered: true }, before, after }]
    const isRights = name === 'rules' && !field
    const shown = (value: unknown) =>
      (field && titleOf(ctx, field, value, changes)) ??
      textOf(
        isRights && Array.isArray(value) ? value.map((path) => rightText(ctx, String(path))) : value,
        field,
        locale?.options?.[name],
        ctx,
      )
    const differing = [before, after].some(isData) ? partsOf(before, after, sayingOf(ctx)) : undefined
    // What nobody types is full of codes and hashes: the line counts it, whoever wants to read it opens the entry.
    const isMade = differing && field?.kind === 'json' && field.readonly
    const parts = isMade ? [countedOf(before, after, differing.length, ctx)] : differing
    return [{ field: name, title, ...(parts ? { parts } : {}), before: shown(before), after: shown(after) }]
  })
}

const idsIn = (value: unknown): number[] => [value].flat().flatMap((one) => (one === null || one === undefined ? [] : Number(one)))
/** The numbers of records in these changes become names; one question for each resource. What the reader does not see stays a number. */
export const nameChanges = async (ctx: Ctx, all: readonly (readonly ReadableChange[])[]): Promise<ReadableChange[][]> => {
  const wanted = new Map<string, Set<number>>()
  for (const { to, before, after } of all.flat())
    if (to) wanted.set(to.resource, new Set([...(wanted.get(to.resource) ?? []), ...idsIn(before), ...idsIn(after)]))
  const names = new Map<string, ReadonlyMap<number, string>>()
  for (const [resource, ids] of wanted) names.set(resource, await namesOf(ctx, resource, [...ids]))
  return all.map((changes) =>
    changes.map(({ to, ...change }): ReadableChange => {
      if (!to) return change
      const called = (id: number): string => {
        const name = names.get(to.resource)?.get(id)
        return name === undefined ? `#${id}` : to.isNumbered ? `${name} #${id}` : name
      }
      const shown = (value: unknown): string | null => listIn(ctx.language, idsIn(value).map(called)) || null
      return { ...change, before: shown(change.before), after: shown(change.after) }
    }),
  )
}

/** Where a choice names the record, its word does. */
const labelWord = ({ engine, language }: Ctx, { resource, label }: Pick<Told, 'resource' | 'label'>): string => {
  const model = engine.registry.get(resource)
  const field = model?.columns.get(model.resource.label)?.field
  return (field && isChoice(field) && model?.locale[language].options?.[model.resource.label]?.[label]) || label
}
/** A record that is called by another one, as that of a form by its subject: the entry kept the number, and people know the name. */
const nameLabels = async (ctx: Ctx, model: Model | undefined, entries: readonly { label: string }[]): Promise<void> => {
  const field = model?.columns.get(model.resource.label)?.field
  const numbered = field?.kind === 'ref' ? entries.filter(({ label }) => /^\d{1,15}$/.test(label)) : []
  if (field?.kind !== 'ref' || numbered.length === 0) return
  const names = await namesOf(ctx, field.to, [...new Set(numbered.map(({ label }) => Number(label)))])
  for (const entry of numbered) entry.label = names.get(Number(entry.label)) ?? `#${entry.label}`
}
export type Told = { resource: string; record: string; label: string; changes: readonly ReadableChange[] }
/** Values and names of records that are kept in codes, in the reader's words; one question for each field of a resource. */
export const sayCodes = async <T extends Told>(ctx: Ctx, all: readonly T[]): Promise<T[]> => {
  const told = all.map((one) => ({ ...one, label: labelWord(ctx, one), changes: [...one.changes] }))
  for (const [name, entries] of Map.groupBy(told, ({ resource }) => resource)) {
    const model = ctx.engine.registry.get(name)
    await nameLabels(ctx, model, entries)
    for (const field of Object.keys(model?.half?.said ?? {})) {
      const places = entries.flatMap((entry) => [
        ...(model?.resource.label === field && entry.label
          ? [{ entry, value: entry.label, set: (text: string) => (entry.label = text) }]
          : []),
        ...entry.changes.flatMap((change, i) =>
          change.field !== field
            ? []
            : (['before', 'after'] as const).flatMap((side) => {
                const value = change[side]
                const set = (text: string) => (entry.changes[i] = { ...(entry.changes[i] ?? change), [side]: text })
                return typeof value === 'string' && value ? [{ entry, value, set }] : []
              }),
        ),
      ])
      const words = await sayAll(
        ctx,
        model,
        field,
        places.map(({ entry, value }) => ({ id: Number(entry.record) || 0, value })),
      )
      for (const [i, { set }] of places.entries()) set(words[i] ?? '')
    }
    for (const field of Object.keys(model?.half?.parts ?? {})) {
      const places = entries.flatMap((entry) =>
        entry.changes.flatMap((change, at) =>
          // What is only counted has no part that could be named.
          change.field === field && change.parts?.every(({ name }) => name) ? [{ entry, at, change, parts: change.parts }] : [],
        ),
      )
      const said = await sayParts(
        ctx,
        model,
        field,
        places.map(({ entry, parts }) => ({ id: Number(entry.record) || 0, parts })),
      )
      for (const [i, { entry, at, change }] of places.entries()) entry.changes[at] = { ...change, parts: [...(said[i] ?? [])] }
    }
  }
  return told
}

const pair = (before: unknown, after: unknown): string => `${String(before ?? '–')} → ${String(after ?? '–')}`
/** A change as one text, as the list and the export have it. */
export const changeText = ({ title, before, after, parts }: ReadableChange): string =>
  parts
    ? `${title}: ${parts.map((part) => [part.name, pair(part.before, part.after)].filter(Boolean).join(' ')).join(', ')}`
    : `${title}: ${pair(before, after)}`
