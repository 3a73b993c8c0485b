import { request } from './request.ts'

export type TerminalCommand = { key: string; title: string }
export const terminalCommands = () =>
  request<TerminalCommand[]>({ url: '/admin/Terminal/commands', showError: false, cancelDuplicate: false })
export const cancelCommand = (uuid: string) => request({ url: '/admin/Terminal/cancel', method: 'POST', data: { uuid } })
