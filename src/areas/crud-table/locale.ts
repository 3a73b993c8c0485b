import { defineLocale } from '#kernel'
import { crudTable } from './index.ts'

export default defineLocale(crudTable, {
  'zh-cn': {
    title: 'CRUD 生成器',
    none: '还没有设计过表',
    remark: '用鼠标设计一张表，预览列表与表单，一键生成：表、菜单、权限和页面立即可用。',
    fields: {
      name: '对象名称',
      title: '标题',
      status: '状态',
      fieldCount: '字段数',
      definition: '定义',
      fieldOrder: '字段顺序',
      locale: '文字',
      statements: '最近执行的 SQL',
    },
    options: { status: { active: '使用中', dropped: '已删除' } },
    actions: { preview: '预览 SQL', apply: '生成', source: '读取现有表', code: '导出代码', drop: '删除表' },
    errors: {
      taken: '对象名称“{name}”已被系统使用',
      tableTaken: '数据库中已有表“{table}”，请换一个名称',
      kindChanged: '字段“{field}”的类型不能从 {from} 改为 {to}；请新建字段并迁移数据',
      uniqueAdded: '已有数据时不能给字段“{field}”加上唯一约束；请先新建字段',
      typedName: '请输入对象名称“{name}”以确认删除',
      required: '新建的必填字段“{field}”需要默认值，因为表中已有数据',
    },
  },
  en: {
    title: 'CRUD generator',
    none: 'No table designed yet',
    remark: 'Design a table with the mouse, preview its list and form, and create it: table, menu, rules and pages are there at once.',
    fields: {
      name: 'Resource name',
      title: 'Title',
      status: 'State',
      fieldCount: 'Fields',
      definition: 'Definition',
      fieldOrder: 'Field order',
      locale: 'Texts',
      statements: 'SQL last run',
    },
    options: { status: { active: 'In use', dropped: 'Dropped' } },
    actions: { preview: 'Preview SQL', apply: 'Create', source: 'Read an existing table', code: 'Export as code', drop: 'Drop the table' },
    errors: {
      taken: 'The resource name “{name}” is used by the system',
      tableTaken: 'The database has a table “{table}” already; choose another name',
      kindChanged: 'Field “{field}” cannot change from {from} to {to}; add a new field and move the data',
      uniqueAdded: 'Field “{field}” cannot become unique while there is data; add a new field',
      typedName: 'Type the resource name “{name}” to confirm',
      required: 'The new required field “{field}” needs a default, because the table has data',
    },
  },
})
