import { defineLocale } from '#kernel'
import { studyArm } from './index.ts'

export default defineLocale(studyArm, {
  'zh-cn': {
    title: '研究分组',
    one: '分组',
    remark: '受试者入组时进入的组别。没有分组的研究不必填写。',
    fields: { study: '研究', code: '分组编号', name: '分组名称', nameEn: '英文名称', plannedN: '计划例数', subjects: '受试者' },
    help: { code: '在研究内唯一' },
  },
  en: {
    title: 'Study arms',
    one: 'arm',
    remark: 'The groups that subjects are enrolled in. A study without groups needs no arms.',
    fields: {
      study: 'Study',
      code: 'Code',
      name: 'Chinese name',
      nameEn: 'English name',
      plannedN: 'Planned subjects',
      subjects: 'Subjects',
    },
    help: { code: 'Unique in the study' },
  },
})
