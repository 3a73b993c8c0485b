import type { Database } from '#server/db/database.ts'
import { readByCursor } from '#server/db/cursor.ts'
import { LIMITS } from '#server/db/limits.ts'
import { hashForm, manifestOf } from '#study/lock/content.ts'
import type { FormHash, Manifest, StoredRecord } from '#study/lock/content.ts'
import { STORED_FORMS, storedIn, storedText } from '#study/lock/stored.ts'
import type { FormTable } from '#study/lock/stored.ts'

async function* recordsOf(database: Database, form: FormTable, signal: AbortSignal): AsyncGenerator<StoredRecord> {
  for await (const row of readByCursor(database, { text: storedText(form), values: [] }, LIMITS.task, signal))
    yield storedIn(row, form.slots)
}

/** The content of a study, row by row. It is frozen: what is read one form after the other is one state. */
export const contentOf = async (
  database: Database,
  study: number,
  signal: AbortSignal,
  progress: (share: number) => void,
): Promise<Manifest> => {
  const forms = await database.query<FormTable>(STORED_FORMS, [study])
  const hashes: FormHash[] = []
  for (const form of forms) {
    hashes.push(await hashForm(form.code, recordsOf(database, form, signal)))
    progress(hashes.length / forms.length)
  }
  return manifestOf(hashes)
}
