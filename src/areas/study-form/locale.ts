import { defineLocale } from '#kernel'
import { studyForm } from './index.ts'

export default defineLocale(studyForm, {
  'zh-cn': {
    title: '研究表单',
    one: '表单',
    remark: '研究收集数据的表单，在数据字典中编辑。',
    fields: {
      study: '研究',
      code: '表单编码',
      name: '表单名称',
      nameEn: '英文名称',
      repeats: '可重复',
      doubleEntry: '双录入',
      position: '次序',
    },
  },
  en: {
    title: 'Study forms',
    one: 'form',
    remark: 'The forms that a study collects data with. They are edited in its dictionary.',
    fields: {
      study: 'Study',
      code: 'Code',
      name: 'Chinese name',
      nameEn: 'English name',
      repeats: 'Repeats',
      doubleEntry: 'Double entry',
      position: 'Position',
    },
  },
})
