import { defineLocale } from '#kernel'
import { authAdmin } from './index.ts'

export default defineLocale(authAdmin, {
  'zh-cn': {
    title: '管理员',
    remark: '可以登录后台的人员。停用或改密码会立即结束其所有会话。',
    fields: {
      username: '账号',
      nickname: '姓名',
      groups: '角色组',
      department: '科室',
      job: '岗位',
      avatar: '头像',
      email: '邮箱',
      mobile: '手机',
      password: '密码',
      motto: '签名',
      status: '启用',
      lastLoginAt: '最近登录',
      lastLoginIp: '最近登录 IP',
    },
    sections: { account: '账号与权限', person: '个人资料' },
    help: { username: '3–15 个字符，字母开头；建立后不能修改，也不会再分配给他人', password: '6–32 个字符；编辑时留空表示不修改' },
    errors: { lastSuper: '至少要保留一个启用的超级管理员' },
  },
  en: {
    title: 'Admins',
    remark: 'People who may sign in to the back office. Disabling one or changing the password ends all of their sessions at once.',
    fields: {
      username: 'Account',
      nickname: 'Name',
      groups: 'Groups',
      department: 'Department',
      job: 'Job',
      avatar: 'Avatar',
      email: 'Email',
      mobile: 'Mobile',
      password: 'Password',
      motto: 'Motto',
      status: 'Enabled',
      lastLoginAt: 'Last sign-in',
      lastLoginIp: 'Last sign-in IP',
    },
    sections: { account: 'Account and rights', person: 'Person' },
    help: {
      username: '3 to 15 characters, starting with a letter; fixed once created and never given to anybody else',
      password: '6 to 32 characters; leave blank when editing to keep it',
    },
    errors: { lastSuper: 'At least one enabled super admin must remain' },
  },
})
