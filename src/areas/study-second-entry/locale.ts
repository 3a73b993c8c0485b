import { defineLocale, type Words } from '#kernel'
import { studySecondEntry } from './index.ts'

export default defineLocale(studySecondEntry, {
  'zh-cn': {
    title: '双录入',
    one: '第二次录入',
    remark: '要求双录入的表单由另一人凭原始资料再录一遍，系统逐项比对；不一致的由有权的人裁定，记录按裁定更正。',
    fields: {
      study: '研究',
      form: '表单',
      record: '记录',
      subject: '受试者',
      visit: '访视',
      department: '科室',
      title: '记录',
      count: '不一致',
      state: '状态',
      by: '第二录入人',
      byMember: '第二录入人（会员）',
      settledBy: '裁定人',
      settledAt: '裁定时间',
    },
    options: { state: { conflict: '待裁定', agreed: '一致', settled: '已裁定' } },
    actions: { enter: '录入第二遍', settle: '裁定' },
    inputs: { form: '表单', record: '记录', values: '录入的值', version: '记录的版本', choices: '裁定', reason: '依据' },
    errors: {
      single: '这张表单不要求双录入',
      draft: '第一遍还没有提交，不能录入第二遍',
      same: '第一遍是您录入的，第二遍请由另一人录入',
      twice: '第二遍已经录入过了',
      settled: '这条记录已经一致或已裁定',
      unreadable: '您无权查看“{field}”，请由有权查看的人裁定',
      open: '还有 {count} 处没有选择',
      changed: '“{field}”在第二次录入之后又改过了，现在的值是“{value}”，请核对后重新裁定',
    },
  },
  en: {
    title: 'Double entry',
    one: 'second entry',
    remark:
      'A form with double entry is entered again from the source by another person and compared item by item; what differs is settled by somebody with the right to, and the record is corrected by it.',
    fields: {
      study: 'Study',
      form: 'Form',
      record: 'Record no.',
      subject: 'Subject',
      visit: 'Visit',
      department: 'Department',
      title: 'Record',
      count: 'Differences',
      state: 'State',
      by: 'Second entry by',
      byMember: 'Second entry by (member)',
      settledBy: 'Settled by',
      settledAt: 'Settled at',
    },
    options: { state: { conflict: 'To be settled', agreed: 'Agrees', settled: 'Settled' } },
    actions: { enter: 'Enter a second time', settle: 'Settle' },
    inputs: {
      form: 'Form',
      record: 'Record',
      values: 'Values entered',
      version: 'Version of the record',
      choices: 'Decision',
      reason: 'On what grounds',
    },
    errors: {
      single: 'This form is not entered twice',
      draft: 'The first entry has not been submitted; there is nothing to compare with yet',
      same: 'You made the first entry; the second one is somebody else’s',
      twice: 'The second entry has been made already',
      settled: 'This record agrees or has been settled already',
      unreadable: 'You may not read “{field}”; somebody who may has to settle it',
      open: 'Nothing is chosen yet for {count} of the differences',
      changed: '“{field}” was changed after the second entry and is “{value}” now; look at it and settle again',
    },
  },
})

/** Before a study is frozen. */
export const HELD_BACK = {
  conflict: (n: number | string): Words => ({
    'zh-cn': `还有 ${n} 条双录入不一致没有裁定`,
    en: `Double entries that differ and are not settled: ${n}`,
  }),
  missing: (n: number | string): Words => ({ 'zh-cn': `还有 ${n} 条记录没有录入第二遍`, en: `Records without their second entry: ${n}` }),
}
