import { defineLocale } from '#kernel'
import { studyCodelist } from './index.ts'

export default defineLocale(studyCodelist, {
  'zh-cn': {
    title: '编码表',
    remark: '选择题的编码和含义，在数据字典中编辑。',
    fields: { dictionary: '字典版本', code: '编码表', name: '名称', items: '编码' },
  },
  en: {
    title: 'Code lists',
    one: 'code list',
    remark: 'The codes of choices and their meanings. They are edited in the dictionary.',
    fields: { dictionary: 'Version', code: 'Code list', name: 'Name', items: 'Codes' },
  },
})
