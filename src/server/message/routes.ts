import { can, fail, invalid } from '#kernel'
import { refuseWrongPassword } from '../auth/own-password.ts'
import type { Declare } from '../http/route.ts'
import { signedIn, systemContext } from '../http/visit.ts'
import type { Visit } from '../http/visit.ts'
import { addressProblem, bodyOf, ownerOf } from '../member/address.ts'
import type { AddressKind } from '../member/address.ts'
import { refuseClosed } from '../member/enter.ts'
import { memberById } from '../member/info.ts'
import { readSite } from '../site.ts'
import { CODE_MINUTES, randomCode, rememberCode } from './code.ts'
import { deliver } from './deliver.ts'
import { LIMITS, takeAllowance } from './limit.ts'
import { codeMail, takenMail } from './mail-text.ts'
import { renderTemplate, templateByCode } from './render.ts'
import { openChannels } from './setting.ts'

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

const refuseStranger = async (visit: Visit, kind: AddressKind, address: string, { right, isOwn }: Event): Promise<void> => {
  const { house, body } = visit
  const { text } = bodyOf({ body })
  if (!right) {
    if (!(await house.captcha.check(house.database, text('captchaId') || text('captcha_id'), text('captcha'))))
      throw fail('auth.badCaptcha', {}, { captcha: true, field: 'captcha' })
    return
  }
  const actor = await signedIn(visit, 'user')
  if (!can(actor.rules, right)) throw fail('auth.forbidden')
  if (!isOwn) return
  const own = (await memberById(house.database, actor.id))[kind]
  if (own?.toLowerCase() !== address.toLowerCase()) throw fail('input.badValue', { field: kind, value: address })
  await refuseWrongPassword(visit, 'user', actor.id, text('password'), 'password')
}

/** Runs after the answer. A code is remembered for every address, also where none is sent: guessing at it must look the same. */
const sendCode = async ({ house, language, facts }: Visit, kind: AddressKind, address: string, event: string, goesTo: Event['goesTo']) => {
  const ctx = { ...systemContext(house, language), request: facts }
  const code = randomCode()
  await rememberCode(house.database, event, address, code)
  const owner = await ownerOf(house.database, kind, address)
  const isWanted = goesTo === 'owner' ? owner?.status === true : !owner
  // To the address on file, not to the one in the request: the two may only look alike.
  const to = owner?.address ?? address
  if (kind === 'mobile') {
    const template = isWanted ? await templateByCode(house.database, event) : undefined
    if (template) await deliver(ctx, event, await renderTemplate(ctx, template, to, code))
    return
  }
  const mail = { event, to, site: (await readSite(house.database)).siteName, language }
  if (isWanted) await deliver(ctx, event, codeMail(mail, code))
  else if (event === 'user_register') await deliver(ctx, event, takenMail(mail))
}

const send = (kind: AddressKind, eventField: string) => async (visit: Visit) => {
  await refuseClosed(visit)
  const { house, facts } = visit
  const { text } = bodyOf(visit)
  const name = text(eventField)
  const event = Object.hasOwn(EVENTS[kind], name) ? EVENTS[kind][name] : undefined
  if (!event) throw fail('input.badValue', { field: eventField, value: name.slice(0, 50) })
  const address = text(kind)
  const problems = addressProblem(kind, address)
  if (problems.length) throw invalid(problems)
  if (!(await openChannels(house.database)).includes(kind)) throw fail('message.off')
  if (kind === 'mobile' && !(await templateByCode(house.database, name))) throw fail('message.off')
  await refuseStranger(visit, kind, address, event)
  await takeAllowance(house.database, { channel: kind, recipient: address, event: name, ip: facts.ip })
  if (!house.postOffice.hand(() => sendCode(visit, kind, address, name, event.goesTo))) throw fail('server.busy')
  return { interval: LIMITS.interval.seconds, minutes: CODE_MINUTES }
}

/** The answer is the same, and given at the same time, whether or not the address has an account. */
export const messageRoutes = ({ open }: Declare): void => {
  open('POST', '/api/Sms/send', send('mobile', 'template_code'))
  open('POST', '/api/Ems/send', send('email', 'event'))
}
