import { defineLocale, defineResource, f } from '#kernel'

/** A resource with every field kind and every trait: what the generic suite, the fuzzer and the browser tests work on. */
export const everyKind = defineResource('test.everyKind', {
  menu: { group: 'org', icon: 'experiment', order: 90 },
  label: 'string',
  fields: {
    string: f.string({ required: true, max: 40, search: true }),
    number: f.number({ min: -1000, max: 1000, scale: 4 }),
    float: f.float(),
    integer: f.integer({ min: 0, max: 1_000_000 }),
    date: f.date(),
    time: f.time(),
    dateTime: f.dateTime(),
    year: f.year(),
    switch: f.switch({ default: true }),
    array: f.array(),
    file: f.file(),
    image: f.image(),
    images: f.images({ max: 5 }),
    select: f.select({ options: ['low', 'middle', 'high'], default: 'low' }),
    remoteSelect: f.remoteSelect('job', { label: 'name' }),
    city: f.city(),
    radio: f.radio({ options: ['yes', 'no', 'unknown'], default: 'unknown' }),
    checkbox: f.checkbox({ options: ['blood', 'urine', 'tissue'] }),
    textarea: f.textarea({ max: 500, search: true }),
    richText: f.richText(),
    icon: f.icon(),
    color: f.color(),
    ref: f.ref('job', { label: 'name' }),
    refs: f.refs('job', { label: 'name', release: true }),
    json: f.json(),
    password: f.password(),
    code: f.code({ language: 'json' }),
    secret: f.string({ max: 50, sensitive: true }),
    serial: f.string({ max: 30, unique: true, pattern: 'code' }),
    state: f.select({ options: ['draft', 'submitted', 'approved'], default: 'draft' }),
  },
  traits: ['timestamps', 'sortable', 'recyclable', 'exportable', 'importable', 'audited', 'lockable', 'scoped'],
  actions: { approve: { on: 'rows', confirm: true } },
  moves: {
    submitted: { from: ['draft'], rule: 'submit' },
    draft: { from: ['submitted'], rule: 'sendBack', reason: true },
    approved: { from: ['submitted'], server: true },
  },
  list: {
    columns: ['id', 'string', 'number', 'integer', 'date', 'switch', 'select', 'checkbox', 'ref', 'state', 'updatedAt'],
    sort: '-id',
    filters: ['select', 'state', 'date'],
  },
})

const names = Object.keys(everyKind.fields) as (keyof typeof everyKind.fields)[]
const labels = (prefix: string) => Object.fromEntries(names.map((n) => [n, `${prefix}${n}`])) as Record<(typeof names)[number], string>

export const everyKindLocale = defineLocale(everyKind, {
  'zh-cn': {
    title: '全部字段',
    remark: '每一种字段类型各一个。',
    fields: labels('字段 '),
    actions: { approve: '批准' },
    moves: { submitted: '提交', draft: '退回' },
    options: {
      select: { low: '低', middle: '中', high: '高' },
      radio: { yes: '是', no: '否', unknown: '未知' },
      checkbox: { blood: '血液', urine: '尿液', tissue: '组织' },
      state: { draft: '草稿', submitted: '已提交', approved: '已批准' },
    },
  },
  en: {
    title: 'Every kind',
    remark: 'One field of every kind.',
    fields: labels('Field '),
    actions: { approve: 'Approve' },
    moves: { submitted: 'Submit', draft: 'Send back' },
    options: {
      select: { low: 'Low', middle: 'Middle', high: 'High' },
      radio: { yes: 'Yes', no: 'No', unknown: 'Unknown' },
      checkbox: { blood: 'Blood', urine: 'Urine', tissue: 'Tissue' },
      state: { draft: 'Draft', submitted: 'Submitted', approved: 'Approved' },
    },
  },
})
