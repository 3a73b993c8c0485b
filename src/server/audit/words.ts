import { ERRORS, fill, isChoice, isPointer } from '#kernel'
import type { ErrorKey, Field, Words } from '#kernel'
import type { Ctx } from '../model/context.ts'
import { ACTION_WORDS } from '../model/action-words.ts'
import { columnTitle } from '../model/column-title.ts'

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
  rules: words('菜单与权限', 'Menu and rights'),
}

export const actionWord = ({ engine, language }: Ctx, resource: string, action: string): string =>
  engine.registry.get(resource)?.locale[language].actions?.[action] ?? (HAPPENED[action] ?? ACTION_WORDS[action])?.[language] ?? action
export const placeWord = ({ engine, language }: Ctx, resource: string): string =>
  engine.registry.get(resource)?.locale[language].title ?? PLACES[resource]?.[language] ?? resource

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

/** One line of a difference. Values are words, except those of references: their ids, and where their names are found. */
export type ReadableChange = {
  field: string
  title: string
  to?: string
  /** Made by a program for a program. */ data?: true
  before: unknown
  after: unknown
}
const YES: Words = words('是', 'Yes')
const NO: Words = words('否', 'No')

const textOf = (value: unknown, field: Field | undefined, options: Record<string, string> | undefined, { language }: Ctx): unknown => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return (value ? YES : NO)[language]
  if (field && isChoice(field))
    return [value]
      .flat()
      .map((v) => options?.[String(v)] ?? String(v))
      .join(language === 'en' ? ', ' : '、')
  if (Array.isArray(value) && value.every((v) => typeof v !== 'object')) return value.join(language === 'en' ? ', ' : '、')
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value)
}

/** A hash, a file of the store, a key. */
const HASH = /^[0-9a-f]{40,128}$|^\/storage\/|^-----BEGIN /
/** Records, lists of them and hashes: a line of a list names them, an entry shows them whole. */
export const isData = (value: unknown): boolean =>
  typeof value === 'string' ? HASH.test(value) : [value].flat().some((part) => typeof part === 'object' && part !== null)

/** What an entry changed, in the reader's words. */
export const readableChanges = (ctx: Ctx, resource: string, changes: Record<string, [unknown, unknown]>): ReadableChange[] => {
  const model = ctx.engine.registry.get(resource)
  const locale = model?.locale[ctx.language]
  return Object.entries(changes).flatMap(([name, pair]): ReadableChange[] => {
    if (!Array.isArray(pair)) return []
    const [before, after] = pair
    const field = model?.columns.get(name)?.field
    const title = NOTED[name] && !locale?.fields[name] ? NOTED[name][ctx.language] : columnTitle(model?.locale, ctx.language, name)
    if (field && isPointer(field) && field.kind !== 'remoteSelect') return [{ field: name, title, to: field.to, before, after }]
    const shown = (value: unknown) => textOf(value, field, locale?.options?.[name], ctx)
    const data = [before, after].some(isData)
    return [{ field: name, title, ...(data ? { data } : {}), before: shown(before), after: shown(after) }]
  })
}
