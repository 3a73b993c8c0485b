import { defineResource, f } from '#kernel'

/** The one Trino server that runs may be judged on, and from how many rows they are. */
export const trinoConfig = defineResource('trino.config', {
  menu: { group: 'control', icon: 'server', order: 95 },
  label: 'url',
  fields: {
    status: f.switch({ default: false }),
    url: f.string({ max: 300, pattern: 'url' }),
    catalog: f.string({ max: 100 }),
    schema: f.string({ max: 100 }),
    user: f.string({ max: 100 }),
    access: f.radio({ options: ['none', 'password', 'token'], default: 'none' }),
    secret: f.string({ max: 4000, secret: true, when: { access: ['password', 'token'] } }),
    /** Certificates to trust beside the machine's own, as PEM. */
    ca: f.textarea({ max: 20_000 }),
    /** A study that leaves it to us is judged there above so many rows. */
    above: f.integer({ min: 1, max: 1_000_000_000_000, default: 50_000_000, required: true }),
    /** What one statement may take; none of ours where blank. */
    maxMinutes: f.integer({ min: 1, max: 100_000 }),
    maxRows: f.integer({ min: 1, max: 1_000_000_000_000 }),
    maxGigabytes: f.integer({ min: 1, max: 1_000_000 }),
  },
  traits: ['timestamps', 'singleton', 'audited'],
  actions: { test: { on: 'row', icon: 'plug', pure: true } },
  list: { columns: ['status', 'url', 'catalog', 'schema', 'access', 'above', 'updatedAt'] },
  form: ['status', 'url', ['catalog', 'schema'], ['user', 'access'], 'secret', 'ca', 'above', ['maxMinutes', 'maxRows', 'maxGigabytes']],
})
