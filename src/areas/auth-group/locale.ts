import { defineLocale } from '#kernel'
import { authGroup } from './index.ts'

export default defineLocale(authGroup, {
  'zh-cn': {
    title: '角色组',
    remark: '角色组决定能做什么（规则）和能看到哪些数据（数据范围）。不能授予自己没有的权限。',
    fields: {
      name: '组名',
      everything: '全部权限',
      rules: '规则',
      scope: '数据范围',
      departments: '指定科室',
      status: '启用',
      remark: '备注',
      people: '成员',
    },
    options: { scope: { self: '仅本人', department: '本科室', departmentTree: '本科室及下级', chosen: '指定科室', all: '全部' } },
    errors: { ownGroup: '不能编辑或删除自己所在的角色组' },
  },
  en: {
    title: 'Groups',
    one: 'role group',
    remark: 'A group decides what its members may do (rules) and which data they see (scope). Nobody can grant more than they hold.',
    fields: {
      name: 'Name',
      everything: 'All rights',
      rules: 'Rules',
      scope: 'Data scope',
      departments: 'Chosen departments',
      status: 'Enabled',
      remark: 'Remark',
      people: 'People',
    },
    options: {
      scope: {
        self: 'Own records',
        department: 'Own department',
        departmentTree: 'Own department and below',
        chosen: 'Chosen departments',
        all: 'Everything',
      },
    },
    errors: { ownGroup: 'You cannot change or delete a group you belong to' },
  },
})
