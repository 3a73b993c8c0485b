import { printQuery } from '#kernel'
import { fetchList } from '#web/api/resource.ts'
import { type FormHash, formsIn } from '#web/study/signature/forms.tsx'
import { type Waived, waivedIn } from '#web/study/signature/waived.tsx'

const NAME = 'study.signature'
/** As many as one page of a list can be. */
const MOST = 1000
export type Signature = {
  id: number
  scope: string
  title: string
  state: string
  hash: string | null
  records: number | null
  forms: FormHash[]
  meaning: string | null
  by: string
  signedAt: string | null
  checkedHash: string | null
  checkedAt: string | null
  /** Of a sheet that waits: whether the reader signs it, and who does. */
  signs: boolean
  signers: string
  /** What is signed with it, for whoever signs: whether or not they may read the list of waivers. */
  waived: Waived[] | null
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The sheets that are not void: of the whole study, if it is frozen, and of parts of it. */
export const fetchSignatures = async (study: number, signal: AbortSignal): Promise<{ list: Signature[]; more: number }> => {
  const search = [
    { field: 'study', operator: '=' as const, val: String(study) },
    { field: 'state', operator: 'IN' as const, val: 'hashing,ready,signed' },
  ]
  const { list, total } = await fetchList(NAME, 'index', printQuery({ page: 1, limit: MOST, search }), signal)
  const sheets = list.map((row) => ({
    id: row.id,
    scope: String(row['scope']),
    title: String(row['title'] ?? ''),
    state: String(row['state']),
    hash: text(row['hash']),
    records: typeof row['records'] === 'number' ? row['records'] : null,
    forms: formsIn(row['manifest']),
    meaning: text(row['meaning']),
    by: String(row._labels?.['by'] ?? row._labels?.['byMember'] ?? ''),
    signedAt: text(row['signedAt']),
    checkedHash: text(row['checkedHash']),
    checkedAt: text(row['checkedAt']),
    signs: row['signs'] === true,
    signers: text(row['signers']) ?? '',
    waived: waivedIn(row),
  }))
  return { list: sheets, more: total - sheets.length }
}
