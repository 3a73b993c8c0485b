import { defineLocale } from '#kernel'
import { studyWaiver } from './index.ts'

export default defineLocale(studyWaiver, {
  'zh-cn': {
    title: '豁免',
    one: '豁免',
    none: '没有豁免',
    remark:
      '冻结前仍未解决、经第二人同意可以放行的事项。豁免只对申请时的那些内容有效，研究重新打开后失效。在研究页面上、未解决的事项旁申请。',
    fields: {
      study: '研究',
      blocker: '事项标识',
      title: '豁免的事项',
      titleEn: '豁免的事项（英文）',
      reason: '理由',
      state: '状态',
      by: '申请人',
      grantedBy: '同意人',
      grantedAt: '同意时间',
    },
    options: { state: { requested: '待第二人同意', granted: '已豁免', withdrawn: '已撤回', ended: '已结束' } },
    moves: { granted: '同意豁免', withdrawn: '撤回' },
    errors: {
      notLead: '只有主要研究者和数据管理员可以申请和同意豁免',
      gone: '要豁免的事项已有变化，请刷新后按现在的内容重新申请',
      twice: '这一事项已经申请豁免，等待第二人同意',
    },
  },
  en: {
    title: 'Waivers',
    one: 'waiver',
    none: 'Nothing is waived',
    remark:
      'What is left open when a study is frozen, with the agreement of a second person. A waiver covers exactly what was there when it was asked for, and ends when the study is opened again. It is asked for on the page of the study, beside what stands in the way.',
    fields: {
      study: 'Study',
      blocker: 'Name of the blocker',
      title: 'What is waived',
      titleEn: 'What is waived (English)',
      reason: 'Reason',
      state: 'State',
      by: 'Asked for by',
      grantedBy: 'Agreed by',
      grantedAt: 'Agreed at',
    },
    options: { state: { requested: 'Waits for a second person', granted: 'Waived', withdrawn: 'Withdrawn', ended: 'Ended' } },
    moves: { granted: 'Waive', withdrawn: 'Withdraw' },
    errors: {
      notLead: 'Only the principal investigator and data managers ask for waivers and agree to them',
      gone: 'What was to be waived has changed; reload the page and ask again for what stands there now',
      twice: 'A waiver of this has been asked for and waits for a second person',
    },
  },
})
