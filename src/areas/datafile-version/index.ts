import { defineResource, f } from '#kernel'

const readonly = true as const

/** What was sent, once and for good. The bytes lie in the store under their hash; so does what reading them has shown. */
export const datafileVersion = defineResource('datafile.version', {
  menu: { group: 'data', icon: 'layers', order: 20 },
  label: 'name',
  fields: {
    datafile: f.ref('datafile', { label: 'name', readonly, required: true }),
    number: f.integer({ readonly, required: true }),
    name: f.string({ readonly, required: true, search: true }),
    /** Opens or downloads the file, for whoever sees this record. */
    url: f.file({ readonly }),
    mimetype: f.string({ readonly }),
    kind: f.select({
      options: ['table', 'text', 'sequence', 'variant', 'image', 'dicom', 'nifti', 'pdf', 'office', 'archive', 'other'],
      readonly,
    }),
    format: f.string({ readonly, search: true }),
    encoding: f.string({ readonly }),
    delimiter: f.string({ readonly }),
    size: f.integer({ readonly, required: true, unit: 'B' }),
    rows: f.integer({ readonly }),
    columns: f.integer({ readonly }),
    sha256: f.string({ readonly, required: true, search: true }),
    /** What the head of the file says: of an image, of sequences, of a table. */
    header: f.json({ readonly }),
    /** What reading noticed. */
    notes: f.json({ readonly }),
    /** The hash of a stored file with first rows and profile. */
    facts: f.string({ readonly }),
    /** Where the read table is kept, to be used again. */
    snapshotKey: f.string({ readonly }),
    task: f.integer({ readonly, of: 'task' }),
    /** Whether the stored bytes still had their hash when they were last read again. */
    check: f.select({ options: ['intact', 'broken'], readonly }),
    checkedAt: f.dateTime({ readonly }),
  },
  traits: ['timestamps', 'produced', 'appendOnly', 'audited', 'exportable'],
  scopedBy: 'datafile',
  indexes: [['datafile', 'number'], ['sha256']],
  list: {
    columns: ['name', 'url', 'datafile', 'number', 'format', 'encoding', 'size', 'rows', 'columns', 'sha256', 'check', 'createdAt'],
    sort: '-id',
    filters: ['datafile', 'format', 'sha256', 'createdAt'],
  },
})
