import { createTransport } from 'nodemailer'
import { ProviderError } from '../provider.ts'
import type { Provider } from '../provider.ts'

export type SmtpSettings = {
  server: string
  port: number
  security: 'ssl' | 'starttls' | 'none'
  user: string
  password: string
  sender: string
  senderName: string
  timeout: number
}

export const smtp = (s: SmtpSettings): Provider => ({
  name: 'smtp',
  send: async ({ to, subject, text, file }, signal) => {
    const milliseconds = s.timeout * 1000
    const transport = createTransport({
      host: s.server,
      port: s.port,
      secure: s.security === 'ssl',
      // A server that is told to encrypt and does not must not get the password in the clear.
      requireTLS: s.security === 'starttls',
      ignoreTLS: s.security === 'none',
      ...(s.user ? { auth: { user: s.user, pass: s.password } } : {}),
      connectionTimeout: milliseconds,
      greetingTimeout: milliseconds,
      socketTimeout: milliseconds,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const giveUp = () => transport.close()
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      // As an object the address is not parsed: one recipient, whatever it contains.
      const addressee = { name: '', address: to }
      const attachments = file ? [{ filename: file.name, content: file.content }] : []
      const from = { name: s.senderName, address: s.sender }
      const { messageId } = await transport.sendMail({ from, to: addressee, subject, text, attachments })
      return messageId
    } catch (error) {
      const { responseCode, message } = error as Error & { responseCode?: number }
      throw new ProviderError(message.slice(0, 300), responseCode === undefined || responseCode < 500)
    } finally {
      signal.removeEventListener('abort', giveUp)
      transport.close()
    }
  },
})
