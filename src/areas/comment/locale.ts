import { defineLocale } from '#kernel'
import { comment } from './index.ts'

export default defineLocale(comment, {
  'zh-cn': {
    title: '评论',
    one: '评论',
    none: '您还没有写过评论',
    remark: '您写过的评论。别人的评论在各条记录、文件、参数和问题的页面上，看得到对象的人都看得到。',
    fields: {
      resource: '所在',
      record: '编号',
      study: '研究',
      title: '对象',
      text: '内容',
      mentions: '提到',
      members: '提到的成员',
      by: '评论人',
      byMember: '评论成员',
    },
    actions: { say: '发表评论' },
    inputs: { resource: '所在', record: '编号', text: '内容', mentions: '提到', members: '提到的成员' },
    errors: {
      nothing: '这里不能评论',
      blind: '{name} 看不到这个对象，不能提到',
    },
  },
  en: {
    title: 'Comments',
    one: 'comment',
    none: 'You have written no comments yet',
    remark: 'The comments that you wrote. Those of others stand with the record, file, parameter or finding, for whoever sees it.',
    fields: {
      resource: 'Where',
      record: 'No.',
      study: 'Study',
      title: 'About',
      text: 'Text',
      mentions: 'Mentions',
      members: 'Members mentioned',
      by: 'By',
      byMember: 'By member',
    },
    actions: { say: 'Comment' },
    inputs: { resource: 'Where', record: 'No.', text: 'Text', mentions: 'Mentions', members: 'Members mentioned' },
    errors: {
      nothing: 'Comments are not possible here',
      blind: '{name} does not see this and cannot be mentioned',
    },
  },
})
