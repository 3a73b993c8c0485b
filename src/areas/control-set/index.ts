import { defineResource, f } from '#kernel'
import { ROLES } from '#study/role.ts'

/** Rules that are judged together. A run notes which version of each it judged by. */
export const controlSet = defineResource('control.set', {
  menu: { group: 'control', icon: 'list-checks', order: 40 },
  label: 'name',
  labelIn: { en: 'nameEn' },
  fields: {
    code: f.string({ required: true, max: 60, unique: true, search: true }),
    name: f.string({ required: true, max: 120, search: true }),
    nameEn: f.string({ required: true, max: 120, search: true }),
    study: f.ref('study.project', { label: 'title', immutable: true }),
    parameters: f.refs('control.parameter', { label: 'name', required: true }),
    status: f.switch({ default: true }),
    /** When the whole study is judged by it; empty: when somebody asks. */
    cron: f.string({ max: 100 }),
    zone: f.string({ max: 60, default: 'Asia/Shanghai' }),
    /** Who in the team gets the report of a scheduled run by mail; nobody where none is named. */
    mailTo: f.checkbox({ options: ROLES }),
    /** The pack that it was begun with. */
    origin: f.select({ options: ['dictionary', 'fastq', 'vcf'], readonly: true }),
    remark: f.textarea({ max: 2000 }),
  },
  traits: ['timestamps', 'recyclable', 'exportable', 'audited'],
  narrowed: true,
  actions: {
    /** The same rules as a set of a study. */
    copy: {
      on: 'row',
      icon: 'copy',
      input: { study: f.ref('study.project', { label: 'title', required: true }), code: f.string({ max: 60 }) },
    },
    /** A set of a study with all the rules of a pack. */
    begin: {
      on: 'list',
      icon: 'package',
      input: {
        study: f.ref('study.project', { label: 'title', required: true }),
        origin: f.select({ options: ['dictionary', 'fastq', 'vcf'], required: true }),
        code: f.string({ max: 60 }),
      },
    },
    /** All its rules that are drafts, one after the other: of a study its own data, or what is chosen. */
    tryAll: {
      on: 'row',
      icon: 'flask-conical',
      beside: true,
      input: {
        study: f.ref('study.project', { label: 'title' }),
        datafile: f.ref('datafile', { label: 'name' }),
        delivery: f.ref('gather.delivery', { label: 'name' }),
      },
    },
    /** The file of the `qc` command: what a run of the set would judge by now. */
    give: { on: 'row', icon: 'file-down', pure: true },
  },
  list: {
    columns: ['code', 'name', 'study', 'parameters', 'cron', 'status', 'updatedAt'],
    sort: '-id',
    filters: ['study', 'parameters', 'status', 'updatedAt'],
  },
  form: [
    'code',
    ['name', 'nameEn'],
    'study',
    'parameters',
    'status',
    { section: 'schedule', rows: [['cron', 'zone'], 'mailTo'] },
    'remark',
  ],
})
