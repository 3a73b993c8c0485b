import { request } from '../../api/request.ts'
import { runAction } from '../../api/resource.ts'

const NAME = 'study.signature'
export type Proof = { password: string; code: string }
/** The password for a proof of two minutes, the proof for the signature: the password never stands beside what is signed. */
export const sign = async (id: number, { password, code }: Proof, meaning: string, key: string): Promise<void> => {
  const proved = await request<{ proof: string }>({
    url: `/admin/${NAME}/prove`,
    method: 'POST',
    data: { id, meaning, password, ...(code ? { code } : {}) },
    showError: false,
  })
  await runAction(NAME, 'sign', [id], { meaning, proof: proved.data.proof }, key, { showError: false })
}
