import { defineLocale } from '#kernel'
import { controlSet } from './index.ts'

export default defineLocale(controlSet, {
  'zh-cn': {
    title: '参数集',
    remark: '一起执行的质控参数。每次运行都会记下所用参数的版本，之后修改参数集不影响已有的结果。',
    fields: {
      code: '编号',
      name: '名称',
      nameEn: '英文名称',
      study: '研究项目',
      parameters: '质控参数',
      status: '启用',
      remark: '备注',
    },
    help: { study: '留空表示所有研究都可使用', parameters: '只有已启用的参数会被执行' },
  },
  en: {
    title: 'Control sets',
    one: 'control set',
    remark:
      'Parameters that are run together. Every run records the version of each parameter it used; changing the set later does not change earlier results.',
    fields: {
      code: 'Code',
      name: 'Name',
      nameEn: 'English name',
      study: 'Study',
      parameters: 'Control parameters',
      status: 'Enabled',
      remark: 'Remark',
    },
    help: { study: 'Leave blank for a set that every study may use', parameters: 'Only active parameters are run' },
  },
})
