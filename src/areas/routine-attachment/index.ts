import { defineResource, f } from '#kernel'

const visibility = f.select({ options: ['place', 'public', 'private'], default: 'place' })
const sweep = { days: f.integer({ required: true, min: 1, max: 3650, default: 90 }) }

export const routineAttachment = defineResource('routine.attachment', {
  menu: { group: 'routine', icon: 'paperclip', order: 20 },
  label: 'name',
  fields: {
    name: f.string({ required: true, max: 255, search: true }),
    url: f.file({ readonly: true }),
    size: f.integer({ readonly: true, unit: 'B' }),
    mimetype: f.string({ readonly: true, search: true }),
    suffix: f.string({ readonly: true }),
    quote: f.integer({ readonly: true }),
    lastUploadAt: f.dateTime({ readonly: true }),
    topic: f.string({ readonly: true }),
    admin: f.ref('auth.admin', { label: 'nickname', readonly: true }),
    user: f.ref('user.user', { label: 'nickname', readonly: true }),
    width: f.integer({ readonly: true, unit: 'px' }),
    height: f.integer({ readonly: true, unit: 'px' }),
    sha256: f.string({ readonly: true }),
    storage: f.string({ readonly: true }),
    visibility: f.select({ options: ['place', 'public', 'private'], default: 'place', readonly: true }),
  },
  traits: ['timestamps', 'produced', 'exportable', 'audited'],
  actions: {
    publish: { on: 'rows', icon: 'eye', input: { visibility } },
    sweep: { on: 'list', icon: 'eraser', danger: true, input: sweep },
    /** What a sweep would take away. */
    sweepEffect: { on: 'list', hidden: true, pure: true, input: sweep },
  },
  indexes: [['sha256'], ['url'], ['lastUploadAt', 'id']],
  list: {
    columns: ['name', 'url', 'size', 'mimetype', 'quote', 'lastUploadAt', 'admin', 'user', 'topic', 'visibility'],
    sort: '-lastUploadAt',
    filters: ['mimetype', 'suffix', 'admin', 'user', 'visibility', 'lastUploadAt'],
  },
  form: ['name'],
})
