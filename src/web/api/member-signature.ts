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
  signedAt: string | null
}

const url = (action: string) => `/api/study/signature/${action}`
export const fetchSheets = () =>
  request<{ list: Sheet[] }>({ url: url('index'), showError: false, cancelDuplicate: false }).then(({ data }) => data.list)

type Proof = { password: string; code: string }
/** As in the back office: the password for a proof of two minutes, the proof for the signature. */
export const signSheet = async (id: number, { password, code }: Proof, meaning: string): Promise<void> => {
  const proved = await request<{ proof: string }>({
    url: url('prove'),
    method: 'POST',
    data: { id, password, ...(code ? { code } : {}) },
    showError: false,
  })
  await request({ url: url('sign'), method: 'POST', data: { id, meaning, proof: proved.data.proof }, showError: false, showSuccess: true })
}
