import type { FieldProblem } from '#kernel'
import { DEFAULT_ADDRESS, isAddressTemplate } from '../storage/address.ts'
import { FILE_KINDS } from '../storage/file-kind.ts'
import { clockFlaw } from './clock.ts'

type Item = {
  group: string
  title: string
  titleEn: string
  kind: string
  value: unknown
  tip?: string
  tipEn?: string
  options?: string
  extend?: string
  rule?: string[]
}
export const PACKAGE_MANAGERS = ['npm', 'cnpm', 'pnpm', 'yarn', 'ni', 'none']

const passwordLength = (title: string, titleEn: string): Item => ({
  group: 'security',
  title,
  titleEn,
  kind: 'integer',
  value: 6,
  rule: ['required'],
  extend: 'min=6\nmax=32',
  tip: '设置新密码时检查；已有的密码仍可登录',
  tipEn: 'Asked for when a password is set; those that are set already still sign in',
})

/** The settings that the product itself reads, in the order of their page. None of them can be deleted. */
export const DEFAULT_ITEMS: Readonly<Record<string, Item>> = {
  site_name: {
    group: 'basics',
    title: '站点名称',
    titleEn: 'Site name',
    kind: 'string',
    value: '数据管理与质控系统',
    rule: ['required'],
    extend: 'max=60',
  },
  record_number: { group: 'basics', title: '备案号', titleEn: 'Record number', kind: 'string', value: '', extend: 'max=60' },
  cdn_url: {
    group: 'basics',
    title: '文件域名',
    titleEn: 'File host',
    kind: 'string',
    value: '',
    rule: ['url'],
    tip: '文件完整地址的前缀，留空表示本站',
    tipEn: 'Stands before the address of a file; blank means this site',
  },
  api_url: { group: 'basics', title: '接口域名', titleEn: 'API host', kind: 'string', value: '', rule: ['url'] },
  site_url: {
    group: 'basics',
    title: '站点地址',
    titleEn: 'Address of the site',
    kind: 'string',
    value: '',
    rule: ['url'],
    tip: '邮件中链接的开头，如 https://qc.example.org；留空时邮件只写页面的路径',
    tipEn: 'Links in mails begin with it, for example https://qc.example.org; blank: mails name only the path of a page',
  },
  open_member_center: { group: 'basics', title: '开放会员中心', titleEn: 'Member centre open', kind: 'switch', value: true },
  recheck_on_change: {
    group: 'basics',
    title: '更正后自动复核',
    titleEn: 'Re-check after a correction',
    kind: 'switch',
    value: true,
    tip: '有未解决问题的记录被更正后，由后台任务按这些规则复核，问题消失的质疑自动关闭',
    tipEn:
      'A corrected record with open findings is checked again by those rules in the background; queries whose findings are gone close themselves',
  },
  recheck_seconds: {
    group: 'basics',
    title: '更正后复核前的等待秒数',
    titleEn: 'Seconds of calm before a re-check',
    kind: 'integer',
    value: 2,
    rule: ['required'],
    extend: 'min=0\nmax=60',
    tip: '有未解决问题的记录被更正后，等这么久没有新的更正再复核',
    tipEn: 'After a correction of a record with open findings it is checked again once nothing was corrected for so long',
  },
  query_remind_cron: {
    group: 'basics',
    title: '质疑提醒的时间',
    titleEn: 'Reminders of queries by the clock',
    kind: 'string',
    value: '30 8 * * *',
    extend: 'max=60',
    tip: 'cron 表达式（分 时 日 月 周，北京时间），30 8 * * * 表示每天 8:30；留空则不提醒。即将到期和逾期的质疑，每人每天最多提醒一次',
    tipEn:
      'A cron expression (minute hour day month weekday, Beijing time), 30 8 * * * for 8:30 every day; blank for none. Whoever is to answer queries that are due or overdue is reminded at most once a day',
  },
  query_remind_days: {
    group: 'basics',
    title: '质疑到期前几天开始提醒',
    titleEn: 'Days before the due day of a query',
    kind: 'integer',
    value: 2,
    rule: ['required'],
    extend: 'min=0\nmax=30',
    tip: '从截止日前这么多天起提醒答复人',
    tipEn: 'Whoever is to answer a query is reminded from so many days before it is due',
  },
  digest_mail: {
    group: 'basics',
    title: '未读消息汇总发邮件',
    titleEn: 'Unread news by mail',
    kind: 'switch',
    value: true,
    tip: '质疑、提醒、提到我的评论等未读消息，每人每小时最多汇总成一封邮件；需要先启用邮件配置',
    tipEn:
      'Unread news of queries, reminders and mentions are gathered into one mail per person and hour at most; a mail server must be set up and enabled',
  },
  digest_sms: {
    group: 'basics',
    title: '未读消息汇总发短信',
    titleEn: 'Unread news by SMS',
    kind: 'switch',
    value: false,
    tip: '每人每小时最多一条短信，只写条数；需要短信网关和编码为 notification_digest 的短信模板',
    tipEn: 'One SMS per person and hour at most, with their number alone; needs a gateway and the SMS template notification_digest',
  },
  message_keep_days: {
    group: 'basics',
    title: '发件箱保留天数',
    titleEn: 'Days to keep the outbox',
    kind: 'integer',
    value: 180,
    extend: 'min=0\nmax=3650',
    tip: '更早的短信和邮件记录自动清除；0 表示永久保留',
    tipEn: 'Older messages are removed by themselves; 0 keeps them for good',
  },
  backup_cron: {
    group: 'basics',
    title: '定时备份',
    titleEn: 'Backups by the clock',
    kind: 'string',
    value: '',
    extend: 'max=60',
    tip: 'cron 表达式（分 时 日 月 周，北京时间），如 30 2 * * * 表示每天 2:30；留空则不定时备份。由后台任务执行，保留份数见 BACKUP_KEEP',
    tipEn:
      'A cron expression (minute hour day month weekday, Beijing time), 30 2 * * * for 2:30 every day; blank for none. A background task makes them; BACKUP_KEEP says how many stay',
  },
  config_group: {
    group: 'basics',
    title: '配置分组',
    titleEn: 'Groups of settings',
    kind: 'array',
    value: [
      { key: 'basics', value: '基础配置|Basics' },
      { key: 'upload', value: '上传配置|Upload' },
      { key: 'terminal', value: '终端配置|Terminal' },
      { key: 'security', value: '安全配置|Security' },
    ],
  },
  quick_entrance: {
    group: 'basics',
    title: '快捷入口',
    titleEn: 'Quick entrances',
    kind: 'array',
    value: [
      { key: '附件|Attachments', value: 'routine/attachment' },
      { key: '邮件配置|Mail', value: 'mail/config' },
      { key: '管理员|Admins', value: 'auth/admin' },
    ],
    tip: '键为名称，值为菜单规则名称，或以 http(s):// 开头的网址',
    tipEn: 'The key is the title, the value the name of a menu rule or an address that starts with http(s)://',
  },
  home_figures: {
    group: 'basics',
    title: '首页公开数字',
    titleEn: 'Public figures',
    kind: 'array',
    value: [],
    tip: '在首页公开某类记录的总数，留空则不公开。键为名称，值为对象名称，如 user.user',
    tipEn: 'Shows everybody how many records there are; blank shows nothing. The key is the title, the value a resource such as user.user',
  },
  upload_max_mb: {
    group: 'upload',
    title: '单个文件上限',
    titleEn: 'Largest file',
    kind: 'integer',
    value: 10,
    rule: ['required'],
    extend: 'min=1\nmax=10240\nunit=MB',
  },
  upload_mimetype: {
    group: 'upload',
    title: '允许的后缀',
    titleEn: 'Allowed suffixes',
    kind: 'textarea',
    rule: ['required'],
    value: 'jpg,png,bmp,jpeg,gif,webp,zip,xls,xlsx,doc,docx,ppt,pptx,pdf,csv,tsv,json,parquet,xpt,wav,mp4,mp3,txt,md',
    tip: '以逗号分隔。只有内容可以核实的类型才能允许',
    tipEn: 'Separated by commas. Only types whose content can be proved may be allowed',
  },
  upload_per_hour: {
    group: 'upload',
    title: '每人每小时上传次数',
    titleEn: 'Uploads per person and hour',
    kind: 'integer',
    value: 1000,
    rule: ['required'],
    extend: 'min=1\nmax=100000',
  },
  upload_savename: {
    group: 'upload',
    title: '文件地址格式',
    titleEn: 'Address of a file',
    kind: 'string',
    rule: ['required'],
    value: DEFAULT_ADDRESS,
    tip: '可用 {topic} {year} {mon} {day} {filesha256} {random} {suffix} {.suffix}，须含 {filesha256} 或 {random}',
    tipEn: 'Of {topic} {year} {mon} {day} {filesha256} {random} {suffix} {.suffix}; with {filesha256} or {random}',
  },
  terminal_port: {
    group: 'terminal',
    title: '服务端口',
    titleEn: 'Port of the service',
    kind: 'string',
    value: '8000',
    rule: ['required'],
  },
  terminal_package_manager: {
    group: 'terminal',
    title: '包管理器',
    titleEn: 'Package manager',
    kind: 'select',
    value: 'pnpm',
    options: PACKAGE_MANAGERS.map((m) => `${m}=${m}`).join('\n'),
  },
  password_min_admin: passwordLength('管理员密码最短长度', 'Shortest password of an admin'),
  password_min_member: passwordLength('会员密码最短长度', 'Shortest password of a member'),
  password_refuse_common: {
    group: 'security',
    title: '拒绝常见密码',
    titleEn: 'Refuse common passwords',
    kind: 'switch',
    value: false,
    tip: '常见密码、连续或重复的字符、与账号相同的密码不能设置',
    tipEn: 'Common words, runs of characters and the account’s own name cannot be set as a password',
  },
  second_factor_required: {
    group: 'security',
    title: '要求双重验证',
    titleEn: 'Second step required',
    kind: 'select',
    value: 'nobody',
    options: 'nobody=不要求|Nobody\nadmins=管理员|Admins\neverybody=管理员和会员|Admins and members',
    tip: '下次登录时须绑定身份验证器；已登录的会话不受影响，但签名前须先绑定',
    tipEn:
      'Whoever has none sets up an authenticator app at the next sign-in; sessions that are open stay open, but sign nothing before that',
  },
}

type Flaw = Omit<FieldProblem, 'field'>
const suffixesOf = (v: unknown) =>
  String(v)
    .split(',')
    .map((s) => s.trim().toLowerCase().replace(/^\./, ''))
/** Values that fit their kind and would still break something. */
const CHECKS: Record<string, (value: unknown) => Flaw | null> = {
  upload_savename: (v) => (isAddressTemplate(String(v)) ? null : { key: 'fileAddress' }),
  upload_mimetype: (v) => {
    const name = suffixesOf(v).find((s) => !Object.hasOwn(FILE_KINDS, s))
    return name === undefined ? null : { key: 'suffix', params: { name: name.slice(0, 20) } }
  },
  terminal_port: (v) => (/^\d{1,5}$/.test(String(v)) && Number(v) >= 1 && Number(v) <= 65_535 ? null : { key: 'port' }),
}
export const settingFlaw = (name: string, value: unknown): FieldProblem | null => {
  const flaw = CHECKS[name]?.(value) ?? clockFlaw(name, value)
  return flaw ? { field: name, ...flaw } : null
}
