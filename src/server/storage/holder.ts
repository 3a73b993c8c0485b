/**
 * Who keeps stored files: one statement over its records. Release, sweep, backup and the right to read ask all of them, so a file that
 * a holder names is neither removed nor left out nor lost. Columns: id, url, name, sha256, size, mimetype, visibility, owner, since.
 */
export type Holder = { readonly resource: string; readonly files: string }

/** A stored file as its holder names it. */
export type StoredFile = {
  holder: string
  id: number
  url: string
  name: string
  sha256: string
  size: number
  mimetype: string
  /** `place`: as the fields decide that show it. */
  visibility: 'place' | 'public' | 'private'
  /** Who brought it, `admin:1`, and when for the last time: they read it until it is used. */
  owner: string | null
  since: string
}

const attachments: Holder = {
  resource: 'routine.attachment',
  files: `SELECT id, url, name, sha256, size, mimetype, visibility, coalesce('admin:' || admin, 'member:' || "user") AS owner, last_upload_at AS since
    FROM routine_attachment`,
}

/** What was sent to a data file, and what reading it has shown: that has no address. */
const versions: Holder = {
  resource: 'datafile.version',
  files: `SELECT id, url, name, sha256, size, coalesce(mimetype, 'application/octet-stream') AS mimetype, 'private' AS visibility, NULL AS owner,
    created_at AS since FROM datafile_version
    UNION ALL SELECT id, '', name, facts, 0, 'application/json', 'private', NULL, created_at FROM datafile_version WHERE facts IS NOT NULL`,
}

/** What a run found, and the page that tells it: neither has an address. */
const runs: Holder = {
  resource: 'qc.run',
  files: `SELECT id, '' AS url, title AS name, violations AS sha256, 0 AS size, 'application/vnd.apache.parquet' AS mimetype, 'private' AS visibility, NULL AS owner,
    created_at AS since FROM qc_run WHERE violations IS NOT NULL
    UNION ALL SELECT id, '', title, report, 0, 'text/html', 'private', NULL, created_at FROM qc_run WHERE report IS NOT NULL
    UNION ALL SELECT id, '', title, model, 0, 'application/json', 'private', NULL, created_at FROM qc_run WHERE model IS NOT NULL
    UNION ALL SELECT id, '', title, rules, 0, 'application/json', 'private', NULL, created_at FROM qc_run WHERE rules IS NOT NULL`,
}

/** What was delivered, and what its comparison wrote: none of it has an address. */
const deliveries: Holder = {
  resource: 'gather.delivery',
  files: `SELECT id, '' AS url, name, sha256, coalesce(size, 0) AS size, 'application/octet-stream' AS mimetype, 'private' AS visibility, NULL AS owner,
    created_at AS since FROM gather_delivery WHERE sha256 IS NOT NULL
    UNION ALL SELECT d.id, '', d.name, f.value, 0, 'application/octet-stream', 'private', NULL, d.created_at
    FROM gather_delivery d CROSS JOIN LATERAL jsonb_each_text(CASE WHEN jsonb_typeof(d.diff -> 'files') = 'object' THEN d.diff -> 'files' END) f`,
}

/** A package as long as it may be downloaded; afterwards nobody keeps it. */
const packages: Holder = {
  resource: 'analysis.project',
  files: `SELECT id, '' AS url, title AS name, sha256, coalesce(size, 0) AS size, 'application/zip' AS mimetype, 'private' AS visibility, NULL AS owner,
    created_at AS since FROM analysis_project WHERE sha256 IS NOT NULL AND state = 'released'`,
}

/** A file that a task wrote is kept so long for whoever asked for it. */
export const EXPORT_DAYS = 3
export const EXPORT_KIND = 'excel.export'
export const CHANGES_KIND = 'datafile.changes'
const exports: Holder = {
  resource: 'task',
  files: `SELECT id, '' AS url, title AS name, result ->> 'sha256' AS sha256, 0 AS size, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' AS mimetype,
    'private' AS visibility, NULL AS owner, created_at AS since
    FROM task WHERE ended_at > now() - interval '${EXPORT_DAYS} days' AND kind IN ('${EXPORT_KIND}', '${CHANGES_KIND}') AND state = 'done'`,
}

/** What was made of a study when it was archived: for good. */
const archives: Holder = {
  resource: 'study.archive',
  files: `SELECT id, '' AS url, title AS name, sha256, coalesce(size, 0) AS size, 'application/zip' AS mimetype, 'private' AS visibility, NULL AS owner,
    created_at AS since FROM study_archive WHERE sha256 IS NOT NULL`,
}

/** A new kind of stored file is one more entry here. */
export const HOLDERS: readonly Holder[] = [attachments, versions, runs, deliveries, packages, exports, archives]

/** All that is kept, as a table expression. */
export const keptBy = (holders: readonly Holder[]): string =>
  `(${holders.map(({ resource, files }) => `SELECT '${resource}' AS holder, h.* FROM (${files}) h`).join(' UNION ALL ')})`
