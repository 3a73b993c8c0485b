import { printQuery } from '#kernel'
import { fetchList, runAction } from '#web/api/resource.ts'
import { request } from '#web/api/request.ts'

const NAME = 'study.signature'
export type FormHash = { form: string; records: number; hash: string }
export type Signature = {
  id: number
  state: string
  hash: string | null
  records: number | null
  forms: FormHash[]
  meaning: string | null
  by: string
  signedAt: string | null
  checkedHash: string | null
  checkedAt: string | null
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const isForm = (given: unknown): given is FormHash => typeof given === 'object' && given !== null && 'form' in given && 'hash' in given

/** The sheet of the present freeze, if there is one. */
export const fetchSignature = async (study: number, signal: AbortSignal): Promise<Signature | null> => {
  const search = [
    { field: 'study', operator: '=' as const, val: String(study) },
    { field: 'state', operator: 'IN' as const, val: 'hashing,ready,signed' },
  ]
  const { list } = await fetchList(NAME, 'index', printQuery({ page: 1, limit: 1, search }), signal)
  const [row] = list
  if (!row) return null
  return {
    id: row.id,
    state: String(row['state']),
    hash: text(row['hash']),
    records: typeof row['records'] === 'number' ? row['records'] : null,
    forms: Array.isArray(row['manifest']) ? row['manifest'].filter(isForm) : [],
    meaning: text(row['meaning']),
    by: String(row._labels?.['by'] ?? ''),
    signedAt: text(row['signedAt']),
    checkedHash: text(row['checkedHash']),
    checkedAt: text(row['checkedAt']),
  }
}

export type Proof = { password: string; code: string }
/** The password for a proof of two minutes, the proof for the signature: the password never stands beside what is signed. */
export const sign = async (id: number, { password, code }: Proof, meaning: string, key: string): Promise<void> => {
  const proved = await request<{ proof: string }>({
    url: `/admin/${NAME}/prove`,
    method: 'POST',
    data: { id, password, ...(code ? { code } : {}) },
    showError: false,
  })
  await runAction(NAME, 'sign', [id], { meaning, proof: proved.data.proof }, key, { showError: false })
}
