import { defineLocale } from '#kernel'
import { todo } from './index.ts'

export default defineLocale(todo, {
  'zh-cn': {
    title: '待办',
    none: '没有等您处理的待办',
    remark: '等人来做的工作：溯源核查、双录、签名、复核。交给一个人，或交给一个科室、谁领取谁做。',
    fields: {
      title: '要做什么',
      kind: '种类',
      study: '研究',
      assignee: '交给谁',
      department: '交给科室',
      due: '截止日期',
      urgency: '紧急程度',
      page: '在哪个页面做',
      description: '说明',
      state: '状态',
      author: '提出人',
      endedAt: '结束时间',
      remindedOn: '最近提醒',
    },
    sections: { what: '工作', who: '由谁、到什么时候' },
    options: {
      kind: { verify: '溯源核查', doubleEntry: '双录', sign: '签名', review: '复核', chase: '催交', other: '其他' },
      urgency: { high: '紧急', normal: '一般', low: '不急' },
      state: { waiting: '待处理', inProgress: '处理中', returned: '已退回', done: '已完成', cancelled: '已取消' },
    },
    moves: { inProgress: '开始处理', done: '完成', returned: '退回', waiting: '重新打开', cancelled: '取消' },
    help: {
      assignee: '人和科室都留空时，归您自己',
      department: '科室里的任何人都可以领取',
      page: '本系统的地址，以 /admin/ 开头，例如 /admin/study/project/3',
    },
    errors: {
      notYours: '只有提出人可以{action}待办“{title}”',
      badPage: '“{page}”不是本系统的页面地址：应以 /admin/ 开头',
    },
  },
  en: {
    title: 'To-dos',
    one: 'to-do',
    none: 'Nothing is waiting for you',
    remark:
      'Work that waits for a person: source checks, double entry, signatures, reviews. For one person, or for whoever of a department takes it.',
    fields: {
      title: 'What to do',
      kind: 'Kind',
      study: 'Study',
      assignee: 'For whom',
      department: 'For department',
      due: 'Due',
      urgency: 'Urgency',
      page: 'Page where it is done',
      description: 'Description',
      state: 'State',
      author: 'Asked by',
      endedAt: 'Ended',
      remindedOn: 'Last reminder',
    },
    sections: { what: 'Work', who: 'By whom and when' },
    options: {
      kind: {
        verify: 'Source check',
        doubleEntry: 'Double entry',
        sign: 'Signature',
        review: 'Review',
        chase: 'Chase a delivery',
        other: 'Other',
      },
      urgency: { high: 'High', normal: 'Normal', low: 'Low' },
      state: { waiting: 'Waiting', inProgress: 'In progress', returned: 'Given back', done: 'Done', cancelled: 'Cancelled' },
    },
    moves: { inProgress: 'Start', done: 'Finish', returned: 'Give back', waiting: 'Reopen', cancelled: 'Cancel' },
    help: {
      assignee: 'With neither a person nor a department it is your own',
      department: 'Anybody of the department may take it',
      page: 'An address of this system that begins with /admin/, such as /admin/study/project/3',
    },
    errors: {
      notYours: 'Only the one who asked can do this to “{title}” ({action})',
      badPage: '“{page}” is not a page of this system: its address begins with /admin/',
    },
  },
})
