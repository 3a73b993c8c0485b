import { defineLocale } from '#kernel'
import { department } from './index.ts'

export default defineLocale(department, {
  'zh-cn': {
    title: '科室',
    remark: '医院的科室树。人员、研究数据和数据范围都以科室为准。',
    fields: { name: '科室名称', code: '科室编码', head: '负责人', phone: '电话', status: '启用', remark: '备注', people: '人员' },
    children: { people: '人员', jobs: '岗位' },
    help: { code: '全院唯一，用于导入和数据范围' },
  },
  en: {
    title: 'Departments',
    one: 'department',
    remark: 'The tree of departments. People, study data and data scopes refer to it.',
    fields: { name: 'Name', code: 'Code', head: 'Head', phone: 'Phone', status: 'Enabled', remark: 'Remark', people: 'People' },
    children: { people: 'People', jobs: 'Jobs' },
    help: { code: 'Unique in the hospital; used by imports and data scopes' },
  },
})
