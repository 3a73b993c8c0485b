import { ERRORS, fill } from '#kernel'
import type { ErrorKey, Words } from '#kernel'
import type { Ctx } from '../kit.ts'
import { ACTION_WORDS } from '../seed/rules.ts'

const words = (zh: string, en: string): Words => ({ 'zh-cn': zh, en })

/** What happened, where it is no button of a page. */
const HAPPENED: Record<string, Words> = {
  login: words('登录', 'Sign-in'),
  loginFailed: words('登录失败', 'Failed sign-in'),
  logout: words('退出登录', 'Sign-out'),
  endSession: words('结束会话', 'End a session'),
  terminal: words('执行命令', 'Run a command'),
  terminalEnd: words('命令结束', 'Command ended'),
  restoreBackup: words('恢复备份', 'Restore a backup'),
  clearCache: words('清理缓存', 'Clear caches'),
  upload: words('上传', 'Upload'),
  changePassword: words('修改密码', 'Change password'),
  changeTerminalConfig: words('修改终端设置', 'Change the terminal settings'),
  cancel: words('取消命令', 'Cancel a command'),
  save: words('保存', 'Save'),
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
  system: words('系统', 'System'),
}

export const actionWord = ({ engine, language }: Ctx, resource: string, action: string): string =>
  engine.registry.get(resource)?.locale[language].actions?.[action] ?? (HAPPENED[action] ?? ACTION_WORDS[action])?.[language] ?? action
export const placeWord = ({ engine, language }: Ctx, resource: string): string =>
  engine.registry.get(resource)?.locale[language].title ?? PLACES[resource]?.[language] ?? resource

const blank = (sentence: string): string => sentence.replaceAll(/\{\w+\}/g, '…')
/** Why something was refused. Its values were not kept; the sentence has gaps where they stood. */
export const refusalSentence = ({ engine, language }: Ctx, resource: string, key: string): string => {
  const own = engine.registry.get(resource)?.locale[language].errors?.[key]
  return blank(own ?? (key in ERRORS ? fill(ERRORS[key as ErrorKey][language]) : key))
}
