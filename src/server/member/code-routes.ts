import { can, fail, invalid } from '#kernel'
import { refuseWrongPassword } from '../sign-in/own-password.ts'
import type { Declare } from '../http/route.ts'
import { signedIn } from '../http/call.ts'
import { systemContext } from '../model/system-context.ts'
import type { Call } from '../http/call.ts'
import { addressProblem, bodyOf, ownerOf } from './address.ts'
import type { AddressKind } from './address.ts'
import { refuseClosed } from './enter.ts'
import { memberById } from './info.ts'
import { readSite } from '../site.ts'
import { CODE_MINUTES, randomCode, rememberCode } from '../message/code.ts'
import { LIMITS, takeAllowance } from '../message/limit.ts'
import { codeMail, takenMail } from '../message/mail-text.ts'
import { renderTemplate, templateByCode } from '../message/render.ts'
import { post } from '../message/send-task.ts'
import { localChannels, openChannels } from '../message/setting.ts'

/** What a code is sent for: to whom it goes, and who may ask. `right` is the member's rule; without one anybody may, with a captcha. */
type Event = { goesTo: 'nobody yet' | 'owner'; right?: string; isOwn?: true }
const EVENTS: Record<AddressKind, Record<string, Event>> = {
  email: {
    user_register: { goesTo: 'nobody yet' },
    user_retrieve_pwd: { goesTo: 'owner' },
    user_change_email: { goesTo: 'nobody yet', right: 'account/changeBind' },
    user_email_verify: { goesTo: 'owner', right: 'account/verification', isOwn: true },
  },
  mobile: {
    user_register: { goesTo: 'nobody yet' },
    user_retrieve_pwd: { goesTo: 'owner' },
    user_change_mobile: { goesTo: 'nobody yet', right: 'account/changeBind' },
    user_mobile_verify: { goesTo: 'owner', right: 'account/verification', isOwn: true },
  },
}

const refuseStranger = async (call: Call, kind: AddressKind, address: string, { right, isOwn }: Event): Promise<void> => {
  const { backend, body } = call
  const { text } = bodyOf({ body })
  if (!right) {
    if (!(await backend.captcha.check(backend.database, text('captchaId') || text('captcha_id'), text('captcha'))))
      throw fail('auth.badCaptcha', {}, { captcha: true, field: 'captcha' })
    return
  }
  const actor = await signedIn(call, 'user')
  if (!can(actor.rules, right)) throw fail('auth.forbidden')
  if (!isOwn) return
  const own = (await memberById(backend.database, actor.id))[kind]
  if (own?.toLowerCase() !== address.toLowerCase()) throw fail('input.badValue', { field: kind, value: address })
  await refuseWrongPassword(call, 'user', actor.id, text('password'), 'password')
}

/** Runs after the answer. A code is remembered for every address, also where none is sent: guessing at it must look the same. */
const sendCode = async ({ backend, language, info }: Call, kind: AddressKind, address: string, event: string, goesTo: Event['goesTo']) => {
  const ctx = { ...systemContext(backend, language), request: info }
  const code = randomCode()
  await rememberCode(backend.database, event, address, code)
  const owner = await ownerOf(backend.database, kind, address)
  const isWanted = goesTo === 'owner' ? owner?.status === true : !owner
  // To the address on file, not to the one in the request: the two may only look alike.
  const to = owner?.address ?? address
  if (kind === 'mobile') {
    const template = isWanted ? await templateByCode(backend.database, event) : undefined
    if (template) await post(ctx, event, await renderTemplate(ctx, template, to, { code }))
    return
  }
  const mail = { event, to, site: (await readSite(backend.database)).siteName, language }
  if (isWanted) await post(ctx, event, codeMail(mail, code))
  else if (event === 'user_register') await post(ctx, event, takenMail(mail))
}

const send = (kind: AddressKind, eventField: string) => async (call: Call) => {
  await refuseClosed(call)
  const { backend, info } = call
  const { text } = bodyOf(call)
  const name = text(eventField)
  const event = Object.hasOwn(EVENTS[kind], name) ? EVENTS[kind][name] : undefined
  if (!event) throw fail('input.badValue', { field: eventField, value: name.slice(0, 50) })
  const address = text(kind)
  const problems = addressProblem(kind, address)
  if (problems.length) throw invalid(problems)
  if (!(await openChannels(backend.database)).includes(kind)) throw fail('message.off')
  if (kind === 'mobile' && !(await templateByCode(backend.database, name))) throw fail('message.off')
  await refuseStranger(call, kind, address, event)
  await takeAllowance(backend.database, { channel: kind, recipient: address, event: name, ip: info.ip })
  const work = async () => {
    await sendCode(call, kind, address, name, event.goesTo)
    await backend.standIn.look()
  }
  if (!backend.background.hand(work)) throw fail('server.busy')
  const local = (await localChannels(backend.database)).includes(kind)
  return { interval: LIMITS.interval.seconds, minutes: CODE_MINUTES, local }
}

/** The answer is the same, and given at the same time, whether or not the address has an account. */
export const codeRoutes = ({ open }: Declare): void => {
  open('POST', '/api/Sms/send', send('mobile', 'template_code'))
  open('POST', '/api/Ems/send', send('email', 'event'))
}
