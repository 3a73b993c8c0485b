import { defineLocale } from '#kernel'
import { studyArchive } from './index.ts'

export default defineLocale(studyArchive, {
  'zh-cn': {
    title: '研究归档',
    one: '归档',
    none: '还没有归档的研究',
    remark: '研究归档时生成的完整文件：数据、字典、全程记录、质疑、签名和报告，附全部摘要。研究取消归档后，文件仍然保留。',
    fields: {
      study: '研究',
      title: '方案编号',
      state: '状态',
      by: '归档人',
      task: '任务编号',
      madeAt: '生成时间',
      records: '记录数',
      hash: '内容摘要',
      size: '文件大小',
      sha256: '文件 SHA-256',
      files: '文件清单',
      endedAt: '取消归档时间',
      endReason: '取消归档的理由',
    },
    options: { state: { making: '生成中', ready: '已生成', failed: '未能生成', ended: '已取消归档' } },
    errors: {
      notLead: '只有主要研究者和数据管理员可以下载归档文件',
      masked: '归档文件含有对您遮盖的变量（{names}），不能下载',
      notReady: '归档文件还没有生成，请在任务页查看进度',
      changed: '锁定的内容与签名时不同，归档文件没有生成：请取消归档并解除锁定，查明原因后重新签名',
    },
  },
  en: {
    title: 'Archives',
    one: 'archive',
    none: 'No study is archived yet',
    remark:
      'The whole of a study in one file, made when it is archived: data, dictionary, audit trail, queries, signatures and reports, with all hashes. The file stays also when the study comes back.',
    fields: {
      study: 'Study',
      title: 'Protocol no.',
      state: 'State',
      by: 'Archived by',
      task: 'Task',
      madeAt: 'Made at',
      records: 'Records',
      hash: 'Hash of the content',
      size: 'Size of the file',
      sha256: 'SHA-256 of the file',
      files: 'Files',
      endedAt: 'Brought back at',
      endReason: 'Reason for bringing it back',
    },
    options: { state: { making: 'Being made', ready: 'Ready', failed: 'Not made', ended: 'Brought back' } },
    errors: {
      notLead: 'Only the principal investigator and data managers download the archive of a study',
      masked: 'The archive holds variables that are masked for you ({names}): you cannot download it',
      notReady: 'The archive is not ready yet; its task shows how far it is',
      changed:
        'The locked content is not what was signed, so no archive was made: bring the study back, open it, find out why, and sign again',
    },
  },
})
