import { defineLocale, type Words } from '#kernel'
import { ROLE_WORDS } from '#study/role.ts'
import { controlSet } from './index.ts'

export default defineLocale(controlSet, {
  'zh-cn': {
    title: '参数集',
    remark: '一起执行的质控参数。每次运行都会记下所用参数的版本，之后修改参数集不影响已有的结果。',
    fields: {
      code: '编号',
      name: '名称',
      nameEn: '英文名称',
      study: '研究项目',
      parameters: '质控参数',
      status: '启用',
      cron: '定时运行',
      zone: '时区',
      mailTo: '邮寄报告',
      origin: '来自规则包',
      remark: '备注',
    },
    help: {
      study: '留空表示所有研究都可使用',
      parameters: '只有已启用的参数会被执行',
      cron: '分 时 日 月 星期，如 0 2 * * * 为每天 02:00，0 2 * * 1 为每周一 02:00；留空则不定时运行',
      zone: '如 Asia/Shanghai',
      mailTo: '每次定时运行完成后，把摘要和报告文件发给研究团队中的这些角色；不能查看整个研究的人只收到摘要。不选则不发送',
    },
    options: {
      mailTo: ROLE_WORDS['zh-cn'],
      origin: { dictionary: '数据字典（EDC 规则）', fastq: 'FASTQ 规则包', vcf: 'VCF 规则包' },
    },
    sections: { schedule: '定时' },
    actions: { copy: '复制到研究', begin: '由规则包新建', give: '导出参数文件', tryAll: '试运行草稿' },
    inputs: { study: '研究项目', code: '编号（留空则自动编号）', origin: '规则包', datafile: '数据文件', delivery: '交付' },
    errors: {
      badZone: '没有“{zone}”这个时区，请填写如 Asia/Shanghai 的名称',
      badCron: '“{cron}”不是可用的定时：应为“分 时 日 月 星期”五项，如 0 2 * * * 表示每天 02:00',
      neverCron: '“{cron}”永远不会到来',
      oftenCron: '“{cron}”过于频繁：两次运行至少相隔 {minutes} 分钟',
      foreignRule: '“{name}”属于另一项研究：参数集只能包含本研究和公共库的参数',
      emptyPack: '规则包里没有适用的规则：请先在数据字典中写明变量的类型、范围或选项',
      nothingActive: '“{name}”没有已启用的参数，没有可导出的内容',
      cronStudy: '定时运行检查整个研究的数据，请先选定研究项目',
    },
  },
  en: {
    title: 'Control sets',
    one: 'control set',
    remark:
      'Parameters that are run together. Every run records the version of each parameter it used; changing the set later does not change earlier results.',
    fields: {
      code: 'Code',
      name: 'Name',
      nameEn: 'English name',
      study: 'Study',
      parameters: 'Control parameters',
      status: 'Enabled',
      cron: 'Schedule',
      zone: 'Time zone',
      mailTo: 'Mail the report to',
      origin: 'From the pack',
      remark: 'Remark',
    },
    help: {
      study: 'Leave blank for a set that every study may use',
      parameters: 'Only active parameters are run',
      cron: 'Minute hour day month weekday: 0 2 * * * is every day at 02:00, 0 2 * * 1 every Monday at 02:00. Blank: no schedule',
      zone: 'For example Asia/Shanghai',
      mailTo:
        'After every scheduled run these roles of the study team get a summary with the report as a file; whoever may not see the whole study gets the summary alone. None chosen: no mail',
    },
    options: {
      mailTo: ROLE_WORDS.en,
      origin: { dictionary: 'Dictionary (EDC rules)', fastq: 'FASTQ pack', vcf: 'VCF pack' },
    },
    sections: { schedule: 'Schedule' },
    actions: { copy: 'Copy into a study', begin: 'New from a pack', give: 'Export parameter file', tryAll: 'Try the drafts' },
    inputs: { study: 'Study', code: 'Code (left blank, one is made)', origin: 'Pack', datafile: 'Data file', delivery: 'Delivery' },
    errors: {
      badZone: 'There is no time zone “{zone}”; give a name such as Asia/Shanghai',
      badCron: '“{cron}” is not a schedule: give minute, hour, day, month and weekday, for example 0 2 * * * for every day at 02:00',
      neverCron: '“{cron}” never comes',
      oftenCron: '“{cron}” is too often: there must be at least {minutes} minutes between two runs',
      foreignRule: '“{name}” belongs to another study: a set holds parameters of its own study and of the library',
      emptyPack: 'The pack has no rule for this study: give the variables of its dictionary types, limits or choices first',
      nothingActive: '“{name}” has no active parameter: there is nothing to export',
      cronStudy: 'A scheduled run checks the data of a whole study; choose the study first',
    },
  },
})

export const TABS = {
  propose: { 'zh-cn': '建议与规则包', en: 'Suggestions and packs' },
  override: { 'zh-cn': '参数例外', en: 'Overrides' },
} as const satisfies Record<string, Words>
