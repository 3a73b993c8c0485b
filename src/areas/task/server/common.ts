import type { Says } from '#server/task/saying.ts'

/** What many kinds of work name alike. */
export const COMMON: Says = {
  study: { 'zh-cn': '研究', en: 'Study', of: 'study.project' },
  form: { 'zh-cn': '表单', en: 'Form', of: 'study.form' },
  datafile: { 'zh-cn': '数据文件', en: 'Data file', of: 'datafile' },
  delivery: { 'zh-cn': '交付', en: 'Delivery', of: 'gather.delivery' },
  run: { 'zh-cn': '质控运行', en: 'QC run', of: 'qc.run' },
  set: { 'zh-cn': '控制集', en: 'Control set', of: 'control.set' },
  departments: { 'zh-cn': '科室', en: 'Departments', of: 'department' },
  task: { 'zh-cn': '任务', en: 'Task', of: 'task' },
  by: { 'zh-cn': '由谁提出', en: 'Asked by', of: 'auth.admin' },
  resource: { 'zh-cn': '对象', en: 'Object', names: 'resource' },
  number: { 'zh-cn': '第几版', en: 'Version' },
  day: { 'zh-cn': '日期', en: 'Day' },
  reason: { 'zh-cn': '原因', en: 'Reason' },
  trouble: { 'zh-cn': '问题', en: 'Trouble' },
  why: { 'zh-cn': '原因', en: 'Reason' },
  name: { 'zh-cn': '文件名', en: 'File name' },
  kind: { 'zh-cn': '种类', en: 'Kind' },
  format: { 'zh-cn': '格式', en: 'Format' },
  rows: { 'zh-cn': '行数', en: 'Rows' },
  columns: { 'zh-cn': '列数', en: 'Columns' },
  records: { 'zh-cn': '记录数', en: 'Records' },
  size: { 'zh-cn': '大小', en: 'Size', unit: 'bytes' },
  sha256: { 'zh-cn': 'SHA-256', en: 'SHA-256' },
  mail: { 'zh-cn': '邮件', en: 'Mails' },
  sms: { 'zh-cn': '短信', en: 'SMS' },
  until: { 'zh-cn': '保留至', en: 'Kept until' },
  // How it was asked for is nothing to read: the sentence stands in the reader's own language, under the reader's own rights.
  language: null,
  group: null,
}
