import type { Database } from '#server/db/database.ts'
import { readByCursor } from '#server/db/cursor.ts'
import { LIMITS } from '#server/db/limits.ts'
import { hashForm, manifestOf } from '#study/lock/content.ts'
import type { FormHash, Manifest, StoredRecord } from '#study/lock/content.ts'
import { STORED_FORMS, storedIn, storedText } from '#study/lock/stored.ts'
import type { ContentPart, FormTable } from '#study/lock/stored.ts'

async function* recordsOf(database: Database, form: FormTable, part: ContentPart, signal: AbortSignal): AsyncGenerator<StoredRecord> {
  const statement = { text: storedText(form, part), values: [] }
  for await (const row of readByCursor(database, statement, LIMITS.task, signal)) yield storedIn(row, form.slots)
}

/** The content of a study or of a part of it, row by row. It is frozen: what is read one form after the other is one state. */
export const contentOf = async (
  database: Database,
  { study, ...part }: ContentPart & { study: number },
  signal: AbortSignal,
  progress: (share: number) => void,
): Promise<Manifest> => {
  const all = await database.query<FormTable>(STORED_FORMS, [study])
  const forms = all.filter(({ id }) => part.form === null || part.form === undefined || id === part.form)
  const hashes: FormHash[] = []
  for (const form of forms) {
    hashes.push(await hashForm(form.code, recordsOf(database, form, part, signal)))
    progress(hashes.length / forms.length)
  }
  return manifestOf(hashes)
}
