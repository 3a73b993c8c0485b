import { defineLocale } from '#kernel'
import { studyVerification } from './index.ts'

export default defineLocale(studyVerification, {
  'zh-cn': {
    title: '核查计划',
    one: '核查计划',
    none: '还没有核查计划',
    remark: '哪些数据要对照原始资料核查：全部受试者的关键变量，以及按种子抽中的受试者的全部数据。',
    fields: {
      study: '研究',
      critical: '核查全部受试者的关键变量',
      percent: '抽查受试者比例（%）',
      seed: '抽样种子',
      remark: '说明',
    },
    help: {
      critical: '关键变量在数据字典中标明',
      percent: '抽中的受试者核查全部记录；提高比例只会增加受试者，不改变已抽中的',
      seed: '留空由系统生成，保存后不能修改。同一种子、同一受试者编号，抽样结果总是相同',
    },
    errors: { notLead: '只有主要研究者和数据管理员可以制定核查计划', nothing: '计划至少要包含关键变量或一部分受试者' },
  },
  en: {
    title: 'Verification plan',
    one: 'verification plan',
    none: 'There is no verification plan yet',
    remark: 'What is verified against its source: the critical variables of every subject, and all data of the subjects drawn by a seed.',
    fields: {
      study: 'Study',
      critical: 'Critical variables of every subject',
      percent: 'Share of subjects drawn (%)',
      seed: 'Seed of the draw',
      remark: 'Note',
    },
    help: {
      critical: 'The dictionary says which variables are critical',
      percent: 'All records of a drawn subject are verified; a greater share adds subjects and keeps those already drawn',
      seed: 'Left blank, one is made; it cannot be changed. The same seed and the same subject code always give the same draw',
    },
    errors: {
      notLead: 'Only the principal investigator and data managers make the verification plan',
      nothing: 'The plan must hold the critical variables or a share of subjects',
    },
  },
})
