import { CODE } from './envelope.ts'
import { LANGUAGES, type Language, type Words } from './language.ts'

/** One refusal: HTTP status, business code, and the sentence in both languages. `{x}` is filled from the parameters. */
type Entry = Words & { status: number; code: number }
// The browser reads these sentences in answers: without this mark the bundler would ship the whole catalogue to it.
/* @__NO_SIDE_EFFECTS__ */
const refused = (zh: string, en: string, status = 200, code: number = CODE.refused): Entry => ({ 'zh-cn': zh, en, status, code })

export const ERRORS = {
  'input.invalid': refused('提交的内容有误，请按提示修改', 'Some values are not valid; see the notes beside them'),
  'input.unknownField': refused('字段“{field}”不存在', 'There is no field “{field}”'),
  'input.badOperator': refused('字段“{field}”不支持条件“{operator}”', 'Field “{field}” does not understand the condition “{operator}”'),
  'input.badValue': refused('字段“{field}”的值“{value}”无法识别', 'The value “{value}” of field “{field}” cannot be read'),
  'input.badAddress': refused(
    '地址中的参数“{key}”无法识别，请检查写法',
    'The parameter “{key}” of the address cannot be read; check how it is written',
    400,
  ),
  'input.badHeader': refused('请求头“{name}”的内容无法识别', 'The content of the header “{name}” cannot be read', 400),
  'input.badName': refused('内容中不能使用名称“{name}”', 'The name “{name}” cannot be used in what is sent', 400),
  'input.badCharacter': refused(
    '“{field}”含有不可保存的字符（空字符或半个字符）',
    '“{field}” contains a character that cannot be stored (NUL or half of one)',
    400,
  ),
  'input.tooDeep': refused('提交的内容嵌套超过 {limit} 层', 'What was sent is nested more than {limit} levels deep', 400),
  'input.tooMany': refused(
    '提交的内容超过 {limit} 个名称、对象或列表，请分开提交',
    'What was sent has more than {limit} names, records or lists; send it in parts',
    400,
  ),
  'input.badPage': refused('页码应为 1 至 {limit} 的整数', 'A page is a whole number from 1 to {limit}', 400),
  'input.badBody': refused('请求内容无法解析，请检查格式', 'The request body cannot be read; check its format', 400),
  'input.tooLarge': refused('提交的内容太大，上限为 {limit}', 'The request is too large; the limit is {limit}', 413),
  'input.mediaType': refused(
    '不支持的内容类型“{type}”，请使用 application/json',
    'Content type “{type}” is not supported; use application/json',
    415,
  ),
  'input.noIds': refused('请至少选择一条记录', 'Choose at least one record'),
  'field.masked': refused('字段“{field}”已脱敏，不能用来筛选或排序', 'Field “{field}” is masked; it cannot be used to filter or sort'),
  'record.missing': refused('记录不存在，或不在您的数据范围内', 'The record does not exist or is outside your data scope'),
  'record.changed': refused('{by} 已于 {at} 编辑了这条记录，请合并后再保存', 'Changed by {by} at {at}; merge and save again'),
  'record.duplicate': refused('“{field}”已被另一条记录使用', '“{field}” is already used by another record'),
  'record.inUse': refused('记录正在被“{by}”引用，请先解除引用', 'The record is still used by “{by}”; remove that use first'),
  'record.held': refused(
    '“{name}”还不能删除：{by}中有 {count} 条记录的“{field}”指向它（{which}）。请先修改这些记录',
    '“{name}” cannot be deleted yet: it is the “{field}” of {count} of the {by} ({which}). Change those first',
  ),
  'record.badReference': refused('“{field}”指向的记录不存在', '“{field}” points to a record that does not exist'),
  'record.locked': refused('记录已锁定，不能修改', 'The record is locked and cannot be changed'),
  'record.scopeLocked': refused('{scope}，其中的数据不能修改', '{scope}; nothing in it can be changed'),
  'record.cycle': refused('上级不能是自己或自己的下级', 'A record cannot be placed under itself or its own children'),
  'record.beyond': refused('移动位置超出了可移动范围', 'The moving position is beyond the movable range'),
  'record.parentRecycled': refused('上级“{parent}”还在回收站，请先恢复上级', 'Its parent “{parent}” is in the bin; restore it first'),
  'record.restoreConflict': refused(
    '“{field}”的值“{value}”已被记录 {other} 使用，不能恢复',
    'Cannot restore: “{field}” = “{value}” is used by record {other}',
  ),
  'record.restoreTaken': refused(
    '“{field}”的值“{value}”已被您数据范围之外的记录使用，不能恢复',
    'Cannot restore: “{field}” = “{value}” is used by a record outside your data scope',
  ),
  'record.hasChildren': refused(
    '还有 {count} 条下级记录，请先移走，或与上级一起选中',
    'It still has {count} child records; move them first, or select them too',
  ),
  'state.move': refused('状态不能从“{from}”变为“{to}”', 'The state cannot go from “{from}” to “{to}”'),
  'state.blocked': refused(
    '还不能“{move}”：有 {count} 件事没有完成。{first}',
    '“{move}” is not possible yet; still open: {count}. {first}',
  ),
  'record.reasonRequired': refused('请说明修改的原因', 'Please give the reason for this change'),
  'approval.none': refused('系统没有双人批准功能，不能执行此操作', 'A second person cannot be asked here, so this cannot be done'),
  'request.duplicate': refused('同一请求仍在处理中，请稍候', 'The same request is still being worked on; please wait', 200),
  'request.keyReused': refused('幂等键已用于另一请求', 'The idempotency key was already used for a different request', 422),
  'request.tooMany': refused('请求过于频繁，请 {seconds} 秒后再试', 'Too many requests; try again in {seconds} s', 429),
  'request.unknown': refused('请求地址不存在：{url}', 'Error requesting address: {url}', 404),
  'request.method': refused('该地址不支持 {method} 请求', 'This address does not accept {method}', 405),
  'auth.required': refused('请先登录', 'Please sign in', 200, CODE.redirect),
  'auth.signedIn': refused('您已登录', 'You are signed in already', 200, CODE.redirect),
  'auth.expired': refused('登录已过期，正在续期', 'The sign-in has expired and is being renewed', 200, CODE.expired),
  'auth.forbidden': refused('您没有此操作的权限', 'You do not have permission to operate!', 200, CODE.forbidden),
  'auth.badLogin': refused('账号或密码不正确', 'The account or the password is not correct'),
  'auth.needCaptcha': refused('请输入图中的验证码', 'Enter the characters shown in the picture'),
  'auth.badCaptcha': refused('验证码不正确或已失效，请重新输入', 'The captcha is wrong or used up; enter the new one'),
  'auth.lockedOut': refused('尝试次数过多，请 {minutes} 分钟后再试', 'Too many failed tries; try again in {minutes} min'),
  'auth.slowed': refused(
    '此账号的失败尝试过多，每 30 秒只能尝试一次，请 {seconds} 秒后再试',
    'This account had too many failed tries: one try in 30 s; try again in {seconds} s',
  ),
  'auth.badRefresh': refused('登录已失效，请重新登录', 'The session has ended; please sign in again'),
  'auth.badGroup': refused('您不属于所选科室', 'You do not belong to the chosen department'),
  'auth.notYours': refused('不能授予或管理超出自己权限的内容', 'You cannot grant or manage more than you hold yourself'),
  'auth.notSelf': refused('不能对自己执行此操作', 'You cannot do this to yourself'),
  'auth.badPassword': refused('密码不正确', 'The password is not correct'),
  'factor.need': refused('请输入身份验证器中的 6 位验证码', 'Enter the 6-digit code of your authenticator app'),
  'factor.bad': refused('验证码不正确，或已经用过，请等待下一个', 'The code is wrong or was used; wait for the next one'),
  'factor.begin': refused('本系统要求双重验证，请先绑定身份验证器', 'This site asks for a second step; set up an authenticator app first'),
  'factor.keep': refused('请妥善保存恢复码，然后继续', 'Keep the recovery codes in a safe place, then go on'),
  'factor.over': refused('这一步等待太久，请重新登录', 'This step took too long; please sign in again'),
  'factor.on': refused('双重验证已经开启', 'The second step is on already'),
  'factor.off': refused('双重验证没有开启', 'The second step is off'),
  'factor.required': refused('本系统要求双重验证，不能关闭', 'This site asks for a second step; it cannot be switched off'),
  'member.closed': refused('会员中心暂未开放', 'The member centre is closed for now'),
  'member.noGroup': refused('没有可用的会员分组，请联系管理员', 'There is no enabled member group; ask the administrator'),
  'member.verifyFirst': refused('请先验证原来的邮箱或手机', 'Verify the current address first'),
  'code.wrong': refused('验证码不正确或已失效，请检查或重新获取', 'The code is wrong or used up; check it or ask for a new one'),
  'message.tooSoon': refused('发送过于频繁，请 {seconds} 秒后再试', 'Too many codes were asked for; try again in {seconds} s'),
  'message.off': refused('此验证方式暂不可用', 'This way to verify an address is not available'),
  'upload.incomplete': refused('上传文件的数据不完整！', 'The data of the uploaded file is incomplete!'),
  'upload.type': refused('不允许上传此类型的文件！', 'The type of uploaded file is not allowed!'),
  'upload.size': refused('上传文件的大小超出允许范围！', 'The size of the uploaded file exceeds the allowed range!'),
  'upload.protocol': refused('需要 tus 1.0.0 协议（请求头 Tus-Resumable）', 'The protocol tus 1.0.0 is needed (header Tus-Resumable)', 412),
  'upload.length': refused('上传大小应为 0 以上的整数', 'The size of an upload is a whole number from 0 on', 400),
  'upload.tooLarge': refused('文件超过上限 {limit}', 'The file is larger than the limit of {limit}', 413),
  'upload.target': refused('没有上传目标“{target}”', 'There is no target “{target}” for uploads', 400),
  'upload.quota': refused(
    '未完成的上传共 {used}，超过个人上限 {limit}',
    'Your unfinished uploads, {used}, exceed the limit of {limit}',
    413,
  ),
  'upload.diskLow': refused('服务器磁盘空间不足，请稍后再传', 'The server has too little disk space; please upload later', 507),
  'upload.atOnce': refused('同时上传的文件不能超过 {limit} 个', 'No more than {limit} files can be uploaded at once', 429),
  'lane.none': refused(
    '这台服务器上没有正在运行的执行进程，暂时无法查询。请联系管理员启动（npm run worker）',
    'No worker is running on this server, so this cannot be looked up now; ask the administrator to start one (npm run worker)',
  ),
  'lane.slow': refused(
    '{seconds} 秒内没有得出结果，已停止。请缩小范围后再试',
    'There was no answer within {seconds} s, so it was stopped; narrow it down and try again',
  ),
  'lane.long': refused(
    '{seconds} 秒内没有得出结果，已停止。请缩小范围，或作为任务执行',
    'There was no answer within {seconds} s, so it was stopped; narrow it down, or run it as a task',
  ),
  'lane.gone': refused('请求已中断，查询已停止', 'The request was ended, and the question with it'),
  'lane.said': refused('无法查询：{text}', 'This cannot be looked up: {text}'),
  'machine.token': refused('令牌无效、已过期或已撤销', 'The token is not valid, has expired or was revoked', 401, CODE.forbidden),
  'machine.gather': refused(
    '令牌不能向采集项目“{code}”交付数据',
    'The token may not deliver to the gather project “{code}”',
    403,
    CODE.forbidden,
  ),
  'task.same': refused(
    '同一项工作已由任务 #{id} 进行，请打开该任务查看，或等它结束后再重试',
    'Task #{id} is already doing the same work; look there, or run this one again when it has ended',
  ),
  'upload.unknown': refused('没有这个上传，或已过期', 'There is no such upload, or it has expired', 404),
  'upload.gone': refused('上传的数据已不在服务器上，请重新上传', 'The data of this upload is gone; please upload it again', 410),
  'upload.cut': refused('连接中断，可从已收到处续传', 'The line was cut; go on from what has been received', 400),
  'upload.locked': refused('此文件正由另一连接上传', 'Another connection is uploading this file', 423),
  'upload.offset': refused(
    '续传位置不符，服务器已收到 {received} 字节',
    'The position does not match: {received} bytes have been received',
    409,
  ),
  'upload.body': refused(
    '续传内容的类型应为 application/offset+octet-stream',
    'The type of the content is application/offset+octet-stream',
    415,
  ),
  'upload.algorithm': refused('校验算法应为 {known}', 'A checksum is one of {known}', 400),
  'upload.checksum': refused('数据校验不符，此段未保存', 'The checksum does not match; this part was not kept', 460),
  'preview.noOffice': refused(
    '服务器未安装 LibreOffice，无法转换旧版 Office 格式',
    'LibreOffice is not installed on the server, so old Office formats cannot be converted',
    501,
  ),
  'preview.failed': refused('文件无法转换为预览，请下载后查看', 'The file could not be converted; download it to view it', 422),
  'terminal.off': refused('终端已关闭，只能执行系统自带的命令', 'The terminal is switched off; only the server’s own commands can be run'),
  'terminal.unknown': refused('没有命令“{command}”', 'There is no command “{command}”'),
  'terminal.notRunning': refused('该命令没有在运行', 'That command is not running'),
  'view.tooMany': refused('一个列表最多保存 {limit} 个视图，请先移除不用的', 'At most {limit} views are kept for a list; remove one first'),
  'import.empty': refused('文件里没有可导入的行', 'The file has no row to import'),
  'import.tooMany': refused('一次最多导入 {limit} 行，请分成几个文件', 'At most {limit} rows can be imported at once; split the file'),
  'import.refused': refused('第 {row} 行没有通过，全部未导入：{text}', 'Row {row} was refused and nothing was imported: {text}'),
  'bulk.changed': refused(
    '符合筛选的记录现在有 {count} 条，与您确认的 {agreed} 条不同，未做任何修改，请重新确认',
    'The filter now finds {count} records and not the {agreed} that you agreed to; nothing was changed, look again',
  ),
  'bulk.tooMany': refused('一次最多修改 {limit} 条，请缩小筛选范围', 'At most {limit} records can be changed at once; narrow the filter'),
  'bulk.second': refused('这一步需要另一人同意，请逐条申请', 'This step needs a second person; ask for each record by itself'),
  'export.tooMany': refused('导出任务过多，请等待前一个完成', 'Too many exports are running; wait for the previous one'),
  'task.askerGone': refused('申请这项任务的账号已停用或不存在', 'The account that asked for this is disabled or gone'),
  'task.sealed': refused(
    '无法读取任务条件：执行进程的密钥与服务器不同。请管理员为所有进程设置相同的 SECRET_KEY 或数据目录后重试',
    'What was asked for cannot be read: the worker has another key than the server. Ask the administrator to give every process the same SECRET_KEY or data folder, then run it again',
  ),
  'export.tooLong': refused('超过 {limit} 条，请缩小范围后再导出', 'There are more than {limit}; narrow the filter and export again'),
  'server.diskFull': refused(
    '服务器磁盘已满，内容没有保存。请联系管理员腾出空间后重试',
    'The disk of the server is full and nothing was saved. Ask the administrator to free some space, then try again',
    507,
  ),
  'server.busy': refused('服务繁忙，请稍后再试', 'The service is busy; please try again shortly', 503),
  'server.slow': refused('查询耗时过长，已停止。请缩小范围后再试', 'This took too long and was stopped; narrow it down and try again', 503),
  'server.notReady': refused('服务尚未就绪：{what}', 'The service is not ready: {what}', 503),
  'server.stopping': refused('服务正在停止，请稍后再试', 'The service is stopping; please try again shortly', 503),
  'server.failed': refused(
    '服务器内部错误，请把编号 {requestId} 告诉管理员',
    'Server internal error; tell the administrator the number {requestId}',
    500,
  ),
} as const satisfies Record<string, Entry>

export type ErrorKey = keyof typeof ERRORS
export type Params = Readonly<Record<string, string | number>>

/** Sentences about one field, shown under it. */
export const FIELD_ERRORS = {
  required: { 'zh-cn': '请填写此项', en: 'This field is required' },
  'content.empty': { 'zh-cn': '内容不能为空', en: 'Content cannot be empty' },
  'editor.required': { 'zh-cn': '请输入正文内容', en: 'Please enter the editor content' },
  type: { 'zh-cn': '内容类型不正确', en: 'The value is of the wrong type' },
  tooShort: { 'zh-cn': '至少 {min} 个字符', en: 'At least {min} characters' },
  tooLong: { 'zh-cn': '最多 {max} 个字符', en: 'At most {max} characters' },
  tooSmall: { 'zh-cn': '不能小于 {min}', en: 'Must not be below {min}' },
  tooMany: { 'zh-cn': '名称、对象和列表合计不能超过 {limit} 个', en: 'Must not have more than {limit} names, records and lists' },
  tooManyDigits: { 'zh-cn': '最多 {max} 位数字', en: 'At most {max} digits' },
  tooBig: { 'zh-cn': '不能大于 {max}', en: 'Must not exceed {max}' },
  line: {
    'zh-cn': '这一行无法识别：{text}。每行应形如 键=值，不加引号',
    en: 'This line cannot be read: {text}. A line looks like key=value, without quotes',
  },
  property: { 'zh-cn': '没有扩展属性“{name}”，可用：{known}', en: 'There is no property “{name}”; there are {known}' },
  propertyNumber: { 'zh-cn': '“{name}”的值应为数字', en: 'The value of “{name}” is a number' },
  fileAddress: {
    'zh-cn': '地址格式有误：只能用列出的变量，并须含 {filesha256} 或 {random}',
    en: 'Only the listed variables may stand here, with {filesha256} or {random} among them',
  },
  suffix: { 'zh-cn': '“{name}”不是可以核实内容的文件类型', en: '“{name}” is not a file type whose content can be checked' },
  cron: {
    'zh-cn': '不是可以执行的 cron 表达式：应为“分 时 日 月 周”五段，如 30 2 * * *',
    en: 'Not a cron expression that ever comes: five parts, minute hour day month weekday, such as 30 2 * * *',
  },
  cronOften: { 'zh-cn': '间隔不能短于 {minutes} 分钟', en: 'Not more often than every {minutes} minutes' },
  port: { 'zh-cn': '端口应为 1–65535 的整数', en: 'A port is a whole number from 1 to 65535' },
  entrance: {
    'zh-cn': '没有名为“{name}”的菜单规则；也可填写以 http:// 或 https:// 开头的网址',
    en: 'There is no menu rule named “{name}”; an address that starts with http:// or https:// will do as well',
  },
  option: { 'zh-cn': '请从列出的选项中选择', en: 'Choose one of the listed options' },
  noOption: { 'zh-cn': '没有选项“{value}”，可填：{known}', en: 'There is no option “{value}”; there are: {known}' },
  noRecord: {
    'zh-cn': '在{title}中找不到“{value}”：请改为已有的名称，或先到{title}中新建',
    en: 'There is no “{value}” under {title}: correct the name, or add it there first',
  },
  ambiguous: {
    'zh-cn': '有多条记录叫“{value}”：请先留空，导入后再选择',
    en: 'Several records are called “{value}”: leave this empty and choose after the import',
  },
  yesNo: { 'zh-cn': '请填“是”或“否”', en: 'Say yes or no' },
  integer: { 'zh-cn': '请输入整数', en: 'Please enter a whole number' },
  float: { 'zh-cn': '请输入浮点数', en: 'Please enter a floating point number' },
  cents: { 'zh-cn': '最多两位小数', en: 'At most two decimals' },
  date: { 'zh-cn': '日期应形如 2026-01-31', en: 'A date looks like 2026-01-31' },
  dateTime: { 'zh-cn': '时间应形如 2026-01-31T08:30:00Z', en: 'A time looks like 2026-01-31T08:30:00Z' },
  moment: { 'zh-cn': '时间应形如 2026-01-31 08:30', en: 'A time looks like 2026-01-31 08:30' },
  unknown: { 'zh-cn': '没有这个字段', en: 'There is no such field' },
  controlCharacter: { 'zh-cn': '含有不可保存的控制字符', en: 'Contains a control character that cannot be stored' },
  taken: { 'zh-cn': '已被使用，请换一个', en: 'Already in use; choose another' },
  takenInFile: { 'zh-cn': '与文件第 {row} 行相同，请换一个', en: 'The same as in row {row} of the file; choose another' },
  'pattern.account': {
    'zh-cn': '3–15 个字符，字母开头，只含字母、数字和下划线',
    en: '3 to 15 characters, starting with a letter; letters, digits and underscores only',
  },
  'pattern.password': { 'zh-cn': '6–32 个字符，不能包含 & < > " \'', en: '6 to 32 characters, without & < > " \'' },
  commonPassword: { 'zh-cn': '这个密码太常见，容易被猜到，请换一个', en: 'This password is among the first to be guessed; choose another' },
  'pattern.mobile': { 'zh-cn': '请输入正确的手机号码', en: 'Please enter the correct mobile number' },
  'pattern.email': { 'zh-cn': '请输入正确的邮箱地址', en: 'Please enter the correct email address' },
  'pattern.name': { 'zh-cn': '请输入正确的名称', en: 'Please enter the correct name' },
  'pattern.identifier': {
    'zh-cn': '小写字母开头，只含小写字母、数字和下划线',
    en: 'Starts with a lowercase letter; lowercase letters, digits and underscores only',
  },
  'pattern.code': { 'zh-cn': '只含字母、数字、点、横线和下划线', en: 'Letters, digits, dots, dashes and underscores only' },
  'pattern.url': { 'zh-cn': '请输入以 http:// 或 https:// 开头的网址', en: 'Enter an address that starts with http:// or https://' },
  'pattern.color': { 'zh-cn': '颜色应形如 #0b63c5', en: 'A colour looks like #0b63c5' },
  'pattern.icon': { 'zh-cn': '请选择图标', en: 'Choose an icon' },
  'pattern.time': { 'zh-cn': '时间应形如 08:30:00', en: 'A time looks like 08:30:00' },
  'pattern.rule': {
    'zh-cn': '规则名称以字母开头，只含字母、数字、点、斜线和横线',
    en: 'Starts with a letter; letters, digits, dots, slashes and dashes only',
  },
} as const satisfies Record<string, Words>
export type FieldErrorKey = keyof typeof FIELD_ERRORS
export type FieldProblem = { field: string; key: FieldErrorKey; params?: Params }

export const fill = (sentence: string, params: Params = {}): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole))

/** A refusal that the caller may read. Anything else that is thrown becomes `server.failed` with a request id. */
export class Refusal extends Error {
  readonly key: string
  readonly words: Words
  readonly status: number
  readonly code: number
  readonly params: Params
  readonly data: unknown
  constructor(key: string, entry: Entry, params: Params, data: unknown) {
    super(fill(entry.en, params))
    this.name = 'Refusal'
    this.key = key
    this.words = entry
    this.status = entry.status
    this.code = entry.code
    this.params = params
    this.data = data
  }
  sentence(language: Language): string {
    return fill(this.words[language], this.params)
  }
}

export const fail = (key: ErrorKey, params: Params = {}, data: unknown = null): Refusal => new Refusal(key, ERRORS[key], params, data)

/** A refusal whose sentence stands in an area's locale under `errors`. */
export const refuse = <E extends string>(
  locale: Record<Language, { errors?: Record<E, string> }>,
  key: NoInfer<E>,
  params: Params = {},
  data: unknown = null,
): Refusal => {
  const words = Object.fromEntries(LANGUAGES.map((l) => [l, locale[l].errors?.[key] ?? key])) as Words
  return new Refusal(key, { ...words, status: 200, code: CODE.refused }, params, data)
}

export const invalid = (problems: readonly FieldProblem[]): Refusal => fail('input.invalid', {}, { problems })
export const fieldSentence = (problem: Pick<FieldProblem, 'key' | 'params'>, language: Language): string =>
  fill(FIELD_ERRORS[problem.key][language], problem.params)
