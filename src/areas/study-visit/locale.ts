import { defineLocale } from '#kernel'
import { studyVisit } from './index.ts'

export default defineLocale(studyVisit, {
  'zh-cn': {
    title: '访视计划',
    one: '访视',
    remark: '研究的访视及其时间窗。计划外访视没有时间窗。',
    fields: {
      study: '研究',
      code: '访视编号',
      name: '访视名称',
      nameEn: '英文名称',
      isPlanned: '计划内',
      day: '第几天',
      before: '可提前（天）',
      after: '可推后（天）',
      anchor: '起算日',
    },
    options: { anchor: { enrolment: '入组日', screening: '筛选日' } },
    help: { code: '在研究内唯一', day: '从起算日算起，起算日为第 0 天' },
  },
  en: {
    title: 'Visits',
    one: 'visit',
    remark: 'The visits of a study and their time windows. An unplanned visit has no window.',
    fields: {
      study: 'Study',
      code: 'Code',
      name: 'Chinese name',
      nameEn: 'English name',
      isPlanned: 'Planned',
      day: 'Day',
      before: 'Days early',
      after: 'Days late',
      anchor: 'Counted from',
    },
    options: { anchor: { enrolment: 'Enrolment', screening: 'Screening' } },
    help: { code: 'Unique in the study', day: 'Counted from the day chosen in “Counted from”, which is day 0' },
  },
})
