import { defineLocale } from '#kernel'
import { clinicalData } from './index.ts'

export default defineLocale(clinicalData, {
  'zh-cn': {
    title: '临床数据',
    one: '表单',
    none: '还没有已发布的表单',
    remark: '按研究和表单查看、录入和核对数据。每个值的来历都可以查到。',
    fields: { study: '研究', code: '表单编码', name: '表单', nameEn: '英文名称', state: '状态' },
    options: { state: { draft: '草稿', submitted: '已提交', verified: '已核对', signed: '已定稿' } },
    moves: { submitted: '提交', verified: '核对', signed: '定稿' },
    errors: {
      otherStudy: '受试者或访视不属于这项研究',
      single: '这张表单每次访视只填写一份，序号只能是 1',
      withdrawn: '受试者已退出，不再录入数据',
      merged: '受试者已合并到另一位受试者',
      notOpen: '采集项目“{name}”没有开放，不能录入数据',
      notCollecting: '研究不在采集或清理阶段，不能录入数据',
      asSecond: '这条记录等您录入第二遍，请重新打开后凭原始资料录入',
    },
  },
  en: {
    title: 'Clinical data',
    one: 'form',
    none: 'No form has been published yet',
    remark: 'View, enter and verify data by study and form. Every value can be traced to its source.',
    fields: { study: 'Study', code: 'Code', name: 'Form', nameEn: 'English name', state: 'State' },
    options: { state: { draft: 'Draft', submitted: 'Submitted', verified: 'Verified', signed: 'Final' } },
    moves: { submitted: 'Submit', verified: 'Verify', signed: 'Make final' },
    errors: {
      otherStudy: 'The subject or the visit belongs to another study',
      single: 'This form is filled in once per visit; its number can only be 1',
      withdrawn: 'The subject has withdrawn; no further data can be entered',
      merged: 'The subject has been merged into another one',
      notOpen: 'The gather project “{name}” is not open; nothing can be entered',
      notCollecting: 'Data can be entered only while the study is collecting or cleaning',
      asSecond: 'This record waits for your second entry; open it again and enter it from the source',
    },
  },
})
