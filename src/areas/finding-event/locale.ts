import { defineLocale } from '#kernel'
import { findingEvent } from './index.ts'

const zh = {
  new: '新问题',
  reopened: '重新打开',
  fixing: '更正中',
  queried: '质疑中',
  accepted: '已接受',
  false_positive: '误报',
  resolved: '已解决',
}
const en = {
  new: 'New',
  reopened: 'Reopened',
  fixing: 'Being corrected',
  queried: 'Queried',
  accepted: 'Accepted',
  false_positive: 'False positive',
  resolved: 'Resolved',
}

export default defineLocale(findingEvent, {
  'zh-cn': {
    title: '问题经过',
    remark: '每个问题从发现到解决的经过：哪次运行、谁、为什么、当时的值。',
    fields: { finding: '问题', run: '运行', by: '处理人', from: '原状态', to: '新状态', cause: '起因', value: '当时的值', reason: '理由' },
    options: {
      from: zh,
      to: zh,
      cause: { data: '数据', rule: '规则', until: '到期', person: '人员', merge: '受试者合并', query: '质疑' },
    },
  },
  en: {
    title: 'Finding events',
    one: 'event',
    remark: 'The course of each finding from discovery to resolution: which run, who, why, and the value at the time.',
    fields: {
      finding: 'Finding',
      run: 'Run',
      by: 'By',
      from: 'From',
      to: 'To',
      cause: 'Cause',
      value: 'Value at the time',
      reason: 'Reason',
    },
    options: {
      from: en,
      to: en,
      cause: { data: 'Data', rule: 'Rule', until: 'Date passed', person: 'Person', merge: 'Subjects merged', query: 'Query' },
    },
  },
})
