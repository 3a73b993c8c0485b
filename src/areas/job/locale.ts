import { defineLocale } from '#kernel'
import { job } from './index.ts'

export default defineLocale(job, {
  'zh-cn': {
    title: '岗位',
    remark: '人员的岗位。一个岗位可以属于某个科室，也可以全院通用。',
    fields: {
      name: '岗位名称',
      code: '岗位编码',
      category: '类别',
      department: '所属科室',
      headcount: '编制人数',
      status: '启用',
      duties: '岗位职责',
      people: '在岗人数',
    },
    options: { category: { clinical: '临床', research: '科研', data: '数据', management: '管理' } },
    help: { department: '留空表示全院通用' },
  },
  en: {
    title: 'Jobs',
    one: 'job',
    remark: 'The positions people hold. A job may belong to one department or to the whole hospital.',
    fields: {
      name: 'Name',
      code: 'Code',
      category: 'Category',
      department: 'Department',
      headcount: 'Headcount',
      status: 'Enabled',
      duties: 'Duties',
      people: 'People',
    },
    options: { category: { clinical: 'Clinical', research: 'Research', data: 'Data', management: 'Management' } },
    help: { department: 'Leave blank for a job anywhere in the hospital' },
  },
})
