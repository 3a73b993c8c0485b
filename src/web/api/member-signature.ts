import { request } from './request.ts'

export type FormHash = { form: string; label?: string; records: number; hash: string }
export type Sheet = {
  id: number
  study: string | null
  scope: 'study' | 'form' | 'visit' | 'subject'
  title: string
  state: 'hashing' | 'ready' | 'signed'
  hash: string | null
  records: number | null
  forms: FormHash[] | null
  meaning: string | null
  by: string | null
  signedAt: string | null
  /** What the content was once more after it was signed. */
  checkedHash: string | null
  checkedAt: string | null
  /** What was left open of the whole study with the agreement of two. */
  waived: { text: string; reason: string; by: string | null; second: string | null; at: string | null }[]
}

const url = (action: string) => `/api/study/signature/${action}`
/** `more`: how many older ones are left out. */
export const fetchSheets = () =>
  request<{ list: Sheet[]; more: number }>({ url: url('index'), showError: false, cancelDuplicate: false }).then(({ data }) => data)

type Proof = { password: string; code: string }
/** As in the back office: the password for a proof of two minutes, the proof for the signature. */
export const signSheet = async (id: number, { password, code }: Proof, meaning: string): Promise<void> => {
  const proved = await request<{ proof: string }>({
    url: url('prove'),
    method: 'POST',
    data: { id, meaning, password, ...(code ? { code } : {}) },
    showError: false,
  })
  await request({ url: url('sign'), method: 'POST', data: { id, meaning, proof: proved.data.proof }, showError: false, showSuccess: true })
}
