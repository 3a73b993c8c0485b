import { defineLocale } from '#kernel'
import { ROLE_WORDS } from '#study/role.ts'
import { studyMember } from './index.ts'

export default defineLocale(studyMember, {
  'zh-cn': {
    title: '研究团队',
    one: '团队成员',
    remark: '谁以什么角色、在哪些科室、从何时到何时参加研究。离开团队的人看不到研究的任何内容。',
    fields: {
      study: '研究',
      admin: '人员',
      user: '协作者',
      role: '角色',
      departments: '科室',
      from: '生效时间',
      to: '失效时间',
      remark: '备注',
    },
    options: {
      role: ROLE_WORDS['zh-cn'],
    },
    actions: { revoke: '撤销' },
    inputs: { reason: '原因' },
    help: {
      admin: '后台人员与协作者二选一',
      departments: '只看得到这些科室的受试者；留空时以本人的数据范围为准',
      to: '留空表示长期有效',
    },
    errors: {
      person: '请选择一名后台人员或一名协作者，二者选一',
      lead: '只有这项研究的主要研究者或数据管理员可以调整团队',
      beyond: '不能授予您自己在这项研究中没有的科室',
      times: '失效时间不能早于生效时间',
      last: '团队中必须至少有一名主要研究者或数据管理员',
      audits: '您在这项研究中是稽查员，只能查看，不能改动',
    },
  },
  en: {
    title: 'Study teams',
    one: 'team member',
    remark: 'Who takes part in a study, in which role and departments, and for how long. Whoever leaves the team no longer sees the study.',
    fields: {
      study: 'Study',
      admin: 'Person',
      user: 'Collaborator',
      role: 'Role',
      departments: 'Departments',
      from: 'From',
      to: 'Until',
      remark: 'Remark',
    },
    options: {
      role: ROLE_WORDS.en,
    },
    actions: { revoke: 'Revoke' },
    inputs: { reason: 'Reason' },
    help: {
      admin: 'Either a person of the back office or a collaborator',
      departments: 'Sees only subjects of these departments; leave blank to use the person’s own data scope',
      to: 'Leave blank for no end date',
    },
    errors: {
      person: 'Choose either a person of the back office or a collaborator',
      lead: 'Only the principal investigator or a data manager of this study may change its team',
      beyond: 'You cannot grant departments that you do not have in this study yourself',
      times: 'A place in the team cannot end before it begins',
      last: 'The team must keep at least one principal investigator or data manager',
      audits: 'You audit this study: you read it and change nothing',
    },
  },
})
