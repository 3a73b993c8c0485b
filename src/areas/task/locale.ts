import { defineLocale } from '#kernel'
import type { Words } from '#kernel'
import { task } from './index.ts'

export default defineLocale(task, {
  'zh-cn': {
    title: '任务',
    none: '没有任务',
    remark: '在后台进行的工作：导入、质控、导出、清理。离开页面不会中断；进度和日志实时更新。',
    fields: {
      title: '名称',
      kind: '种类',
      state: '状态',
      progress: '进度',
      step: '步骤',
      resource: '对象',
      record: '对象编号',
      study: '研究',
      member: '协作者',
      createdAt: '提交时间',
      runAfter: '最早执行时间',
      startedAt: '开始时间',
      endedAt: '结束时间',
      duration: '用时',
      attempt: '执行次数',
      lane: '通道',
      schedule: '定时计划',
      worker: '执行进程',
      isCancelling: '正在取消',
      error: '错误',
      input: '输入',
      result: '结果',
      called: '名称（各语言）',
      words: '种类名称',
    },
    options: {
      state: { waiting: '等待', running: '进行中', done: '完成', failed: '失败', parked: '搁置', cancelled: '已取消' },
      lane: { light: '轻', heavy: '重' },
    },
    actions: { cancel: '取消任务', retry: '重新执行', park: '搁置' },
    errors: {
      notNow: '任务“{title}”现在不能{action}：它的状态是“{state}”。请刷新后再试',
      noFile: '没有可供您下载的文件：文件保留 {days} 天，只有提交任务的人可以下载。请在列表中重新导出',
    },
  },
  en: {
    title: 'Tasks',
    one: 'task',
    none: 'No tasks',
    remark:
      'Work done in the background: imports, quality control, exports, clean-ups. Leaving the page does not stop it; progress and log update live.',
    fields: {
      title: 'Name',
      kind: 'Kind',
      state: 'State',
      progress: 'Progress',
      step: 'Step',
      resource: 'Object',
      record: 'Record',
      study: 'Study',
      member: 'Member',
      createdAt: 'Requested',
      runAfter: 'Earliest start',
      startedAt: 'Started',
      endedAt: 'Ended',
      duration: 'Duration',
      attempt: 'Attempts',
      lane: 'Lane',
      schedule: 'Schedule',
      worker: 'Worker',
      isCancelling: 'Being cancelled',
      error: 'Error',
      input: 'Input',
      result: 'Result',
      called: 'Name in each language',
      words: 'Name of the kind',
    },
    options: {
      state: { waiting: 'Waiting', running: 'Running', done: 'Done', failed: 'Failed', parked: 'Parked', cancelled: 'Cancelled' },
      lane: { light: 'Light', heavy: 'Heavy' },
    },
    actions: { cancel: 'Cancel task', retry: 'Run again', park: 'Park' },
    errors: {
      notNow: '“{action}” is not possible now: task “{title}” is “{state}”. Refresh and try again',
      noFile: 'There is no file for you to download: it is kept for {days} days, for whoever asked for it. Export the list again',
    },
  },
})

/** Parts of the page of a task. */
export const TABS = {
  overview: { 'zh-cn': '概况', en: 'Overview' },
  log: { 'zh-cn': '日志', en: 'Log' },
} as const satisfies Record<string, Words>
