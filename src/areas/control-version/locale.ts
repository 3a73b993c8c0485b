import { defineLocale, type Words } from '#kernel'
import { controlVersion } from './index.ts'

export default defineLocale(controlVersion, {
  'zh-cn': {
    title: '参数版本',
    remark: '每条规则各个时期的内容。只有草稿可以修改；批准须由另一人同意；启用新版本时旧版本自动停用。',
    fields: {
      title: '版本',
      parameter: '质控参数',
      number: '序号',
      check: '检查类型',
      body: '设置',
      messageZh: '提示语（中文）',
      messageEn: '提示语（英文）',
      gates: '关卡',
      autoQuery: '自动发质疑',
      note: '版本说明',
      state: '状态',
      testedOn: '试运行依据',
      testedBy: '测试人',
      approvedBy: '批准人',
      effectiveFrom: '启用时间',
      effectiveTo: '停用时间',
    },
    help: { gates: '未通过时不能进入的步骤', autoQuery: '发现新问题时自动向科室提出质疑' },
    sections: { message: '给填报人的话', use: '用途' },
    options: {
      gates: { submit: '提交', freeze: '冻结', lock: '锁库', release: '发布' },
      state: { draft: '草稿', tested: '已测试', approved: '已批准', active: '已启用', retired: '已停用' },
    },
    actions: { difference: '与前一版比较' },
    inputs: { other: '版本序号' },
    moves: { tested: '标为已测试', draft: '退回草稿', approved: '批准', active: '启用', retired: '停用' },
    errors: {
      frozen: '版本 {number} 已不是草稿，不能修改；请在参数上新建草稿',
      otherTarget: '更换对象等于另一条规则，请另建参数（版本 1 的对象是“{target}”）',
      noOther: '没有版本 {number}',
      untried: '这一版现在的内容还没有试运行过：请在“试运行”页上运行一次，再标为已测试',
      inVain: '这一版现在的内容试运行过，但没有任何可以判断的数据：请在“试运行”页上换一个交付或示例文件再试一次，再标为已测试',
    },
  },
  en: {
    title: 'Parameter versions',
    one: 'version',
    remark:
      'What each rule said, and when. Only a draft can be changed; a second person approves; activating a version retires the previous one.',
    fields: {
      title: 'Version',
      parameter: 'Control parameter',
      number: 'Number',
      check: 'Check type',
      body: 'Settings',
      messageZh: 'Message (Chinese)',
      messageEn: 'Message (English)',
      gates: 'Gates',
      autoQuery: 'Automatic query',
      note: 'What is new',
      state: 'State',
      testedOn: 'Tried on',
      testedBy: 'Tested by',
      approvedBy: 'Approved by',
      effectiveFrom: 'Active from',
      effectiveTo: 'Active until',
    },
    help: { gates: 'Steps that a failure blocks', autoQuery: 'A new finding is sent to its department as a query' },
    sections: { message: 'Message to contributors', use: 'Use' },
    options: {
      gates: { submit: 'Submit', freeze: 'Freeze', lock: 'Lock', release: 'Release' },
      state: { draft: 'Draft', tested: 'Tested', approved: 'Approved', active: 'Active', retired: 'Retired' },
    },
    actions: { difference: 'Compare with the previous version' },
    inputs: { other: 'Version number' },
    moves: { tested: 'Mark as tested', draft: 'Back to draft', approved: 'Approve', active: 'Activate', retired: 'Retire' },
    errors: {
      frozen: 'Version {number} is no longer a draft and cannot be changed; create a new draft from the parameter',
      otherTarget: 'A different target is a different rule: create a new parameter (version 1 has “{target}”)',
      noOther: 'There is no version {number}',
      untried: 'What this version says now has not been tried: run it once on the tab “Try it”, then mark it as tested',
      inVain:
        'What this version says now was tried, but nothing was judged: try it on a delivery or a sample file on the tab “Try it”, then mark it as tested',
    },
  },
})

export const TABS = { try: { 'zh-cn': '试运行', en: 'Try it' } } as const satisfies Record<string, Words>
