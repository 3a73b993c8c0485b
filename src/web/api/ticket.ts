import { request } from './request.ts'
import { withParams } from './send.ts'

export const askTicket = async (): Promise<string> => {
  const { data } = await request<{ ticket: string }>({ url: '/admin/index/ticket', method: 'POST', cancelDuplicate: false })
  return data.ticket
}

/** The address of a file: a new page and a download send no headers, so a ticket that is good for once stands for the token. */
export const ticketed = async (url: string, params: Parameters<typeof withParams>[1]): Promise<string> =>
  withParams(url, { ...params, server: 1, batoken: await askTicket() })
export const saveByTicket = async (url: string, params: Parameters<typeof withParams>[1]): Promise<void> =>
  window.location.assign(await ticketed(url, params))
