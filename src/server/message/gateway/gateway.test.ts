import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer as createTcpServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Letter, Provider } from '../provider.ts'
import { aliyun, aliyunAuthorization, aliyunQuery } from './aliyun.ts'
import { qiniu } from './qiniu.ts'
import { smtp } from './smtp.ts'
import { tencent } from './tencent.ts'
import { yunpian } from './yunpian.ts'

type Seen = { method: string; url: string; headers: Record<string, string>; body: string }
const seen: Seen[] = []
let answer: unknown = {}
let status = 200
const fake = createServer((request, response) => {
  const chunks: Buffer[] = []
  request
    .on('data', (c: Buffer) => chunks.push(c))
    .on('end', () => {
      const headers = request.headers as Record<string, string>
      seen.push({ method: request.method!, url: request.url!, headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(status, { 'content-type': 'application/json' }).end(typeof answer === 'string' ? answer : JSON.stringify(answer))
    })
})
let endpoint = ''
let host = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => fake.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(fake.address() as AddressInfo).port}`
  endpoint = `http://${host}`
})
afterAll(() => fake.close())
beforeEach(() => {
  seen.length = 0
  status = 200
})

const letter: Letter = {
  channel: 'sms',
  to: '13800138000',
  subject: '会员注册',
  text: '验证码 123456，10 分钟内有效',
  template: {
    id: 'T-1',
    params: [
      { name: 'code', value: '123456' },
      { name: 'minutes', value: '10' },
    ],
  },
}
const send = (provider: Provider) => provider.send(letter, AbortSignal.timeout(2000))
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('Aliyun: the signature of the published example', () => {
  const query = aliyunQuery({ RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' })
  const headers = {
    host: 'ecs.cn-shanghai.aliyuncs.com',
    'x-acs-action': 'RunInstances',
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': '2023-10-26T10:22:32Z',
    'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
    'x-acs-version': '2014-05-26',
  }
  expect(
    aliyunAuthorization({ accessKeyId: 'YourAccessKeyId', accessKeySecret: 'YourAccessKeySecret', signName: '' }, query, headers),
  ).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
})

test('Aliyun: what is signed is what is sent', async () => {
  answer = { Code: 'OK', BizId: '9006^0' }
  const keys = { accessKeyId: 'ak', accessKeySecret: 'sk', signName: '医院 A&B' }
  expect(await send(aliyun(keys, endpoint))).toBe('9006^0')
  const [{ url, headers, method }] = seen as [Seen]
  const query = new URL(url, endpoint).searchParams
  expect(method).toBe('POST')
  expect(Object.fromEntries(query)).toEqual({
    PhoneNumbers: '13800138000',
    SignName: '医院 A&B',
    TemplateCode: 'T-1',
    TemplateParam: '{"code":"123456","minutes":"10"}',
  })
  const signed = Object.fromEntries(Object.entries(headers).filter(([n]) => n === 'host' || n.startsWith('x-acs-')))
  expect(headers['authorization']).toBe(aliyunAuthorization(keys, url.slice(2), signed))
  answer = { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发流控' }
  await expect(send(aliyun(keys, endpoint))).rejects.toMatchObject({ message: 'isv.BUSINESS_LIMIT_CONTROL: 触发流控', isPassing: false })
})

test('Tencent: the signature covers host, type and body, with the key of the day', async () => {
  answer = { Response: { SendStatusSet: [{ Code: 'Ok', Message: 'send success', SerialNo: '5000:1' }] } }
  const keys = { secretId: 'id', secretKey: 'key', sdkAppId: '1400', signName: '医院', region: 'ap-guangzhou' }
  expect(await send(tencent(keys, endpoint))).toBe('5000:1')
  const [{ headers, body }] = seen as [Seen]
  expect(JSON.parse(body)).toEqual({
    PhoneNumberSet: ['+8613800138000'],
    SmsSdkAppId: '1400',
    SignName: '医院',
    TemplateId: 'T-1',
    TemplateParamSet: ['123456', '10'],
  })
  expect(headers).toMatchObject({ 'x-tc-action': 'SendSms', 'x-tc-version': '2021-01-11', 'x-tc-region': 'ap-guangzhou' })
  const stamp = headers['x-tc-timestamp']!
  const day = new Date(Number(stamp) * 1000).toISOString().slice(0, 10)
  const canonical = `POST\n/\n\ncontent-type:${headers['content-type']}\nhost:${host}\n\ncontent-type;host\n${sha256(body)}`
  let key: Buffer | string = 'TC3key'
  for (const part of [day, 'sms', 'tc3_request']) key = createHmac('sha256', key).update(part).digest()
  const signature = createHmac('sha256', key)
    .update(`TC3-HMAC-SHA256\n${stamp}\n${day}/sms/tc3_request\n${sha256(canonical)}`)
    .digest('hex')
  expect(headers['authorization']).toBe(
    `TC3-HMAC-SHA256 Credential=id/${day}/sms/tc3_request, SignedHeaders=content-type;host, Signature=${signature}`,
  )
  answer = { Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: 'bad' } } }
  await expect(send(tencent(keys, endpoint))).rejects.toThrow('AuthFailure.SignatureFailure: bad')
  answer = { Response: { SendStatusSet: [{ Code: 'FailedOperation.InsufficientBalanceInSmsPackage', Message: 'empty', SerialNo: '' }] } }
  await expect(send(tencent(keys, endpoint))).rejects.toThrow('InsufficientBalance')
  answer = {}
  await expect(send(tencent(keys, endpoint))).rejects.toThrow('?')
})

test('Qiniu: method, path, host, type and body are signed', async () => {
  answer = { job_id: 'job-7' }
  expect(await send(qiniu({ accessKey: 'ak', secretKey: 'sk' }, endpoint))).toBe('job-7')
  const [{ url, headers, body }] = seen as [Seen]
  expect(url).toBe('/v1/message')
  expect(JSON.parse(body)).toEqual({ template_id: 'T-1', mobiles: ['13800138000'], parameters: { code: '123456', minutes: '10' } })
  const signed = createHmac('sha1', 'sk')
    .update(`POST /v1/message\nHost: ${host}\nContent-Type: application/json\n\n${body}`)
    .digest('base64')
  expect(headers['authorization']).toBe(`Qiniu ak:${signed.replaceAll('+', '-').replaceAll('/', '_')}`)
  answer = { error: 'BadToken', message: 'Your authorization token is invalid' }
  status = 401
  await expect(send(qiniu({ accessKey: 'ak', secretKey: 'sk' }, endpoint))).rejects.toThrow('BadToken')
})

test('Yunpian: the finished text with the signature in front', async () => {
  answer = { code: 0, msg: 'OK', sid: 42 }
  expect(await send(yunpian({ apiKey: 'k', signName: '医院' }, endpoint))).toBe('42')
  const [{ url, body }] = seen as [Seen]
  expect(url).toBe('/v2/sms/single_send.json')
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ apikey: 'k', mobile: '13800138000', text: `【医院】${letter.text}` })
  answer = { code: -1, msg: 'illegal', detail: 'bad key' }
  await expect(send(yunpian({ apiKey: 'k', signName: 's' }, endpoint))).rejects.toMatchObject({ message: '-1: bad key', isPassing: false })
})

test('what is not an answer is a fault that may pass; a redirect is not followed', async () => {
  const provider = yunpian({ apiKey: 'k', signName: 's' }, endpoint)
  answer = '<html>'
  await expect(send(provider)).rejects.toMatchObject({ isPassing: true })
  status = 503
  await expect(send(provider)).rejects.toMatchObject({ message: 'HTTP 503', isPassing: true })
  status = 302
  await expect(send(provider)).rejects.toMatchObject({ isPassing: expect.any(Boolean) })
  expect(seen).toHaveLength(3)
  await expect(send(yunpian({ apiKey: 'k', signName: 's' }, 'http://127.0.0.1:1'))).rejects.toMatchObject({ isPassing: true })
})

/** As much of a mail server as a client needs. */
const mailServer = (isRefusing: boolean): Server & { mails: string[]; commands: string[] } => {
  const mails: string[] = []
  const commands: string[] = []
  const server = createTcpServer((socket: Socket) => {
    let data: string | undefined
    socket.write('220 fake ESMTP\r\n')
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        if (data !== undefined) {
          if (line === '.') {
            mails.push(data)
            data = undefined
            socket.write('250 queued as 1\r\n')
          } else data += `${line}\n`
          continue
        }
        commands.push(line)
        if (line.startsWith('EHLO')) socket.write('250-fake\r\n250 AUTH PLAIN\r\n')
        else if (line.startsWith('AUTH')) socket.write(isRefusing ? '535 bad credentials\r\n' : '235 ok\r\n')
        else if (line === 'DATA') {
          data = ''
          socket.write('354 go\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
    socket.on('error', () => {})
  })
  return Object.assign(server, { mails, commands })
}
const mail: Letter = {
  channel: 'mail',
  to: 'a@example.org',
  subject: '验证码\r\nBcc: evil@example.org',
  text: '您的验证码是 123456',
  template: null,
}
const settings = (port: number) => ({
  server: '127.0.0.1',
  port,
  security: 'none' as const,
  user: 'u',
  password: 'p',
  sender: 'noreply@example.org',
  senderName: '数据管理与质控系统',
  timeout: 2,
})
const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

test('SMTP: a mail arrives with its text; a line break in the subject makes no header', async () => {
  const server = mailServer(false)
  const port = await listen(server)
  await smtp(settings(port)).send(mail, AbortSignal.timeout(4000))
  server.close()
  expect(server.commands).toContain('RCPT TO:<a@example.org>')
  expect(server.commands.filter((c) => c.startsWith('RCPT'))).toHaveLength(1)
  expect(server.mails[0]).not.toMatch(/^Bcc:/m)
  expect(Buffer.from(server.mails[0]!.split('\n\n')[1]!, 'base64').toString()).toBe('您的验证码是 123456')
})

test('SMTP: an address is one recipient, whatever it contains', async () => {
  const server = mailServer(false)
  const port = await listen(server)
  for (const to of ['x,victim@example.org', 'x<victim@example.org', 'x;victim@example.org'])
    await smtp(settings(port))
      .send({ ...mail, to }, AbortSignal.timeout(4000))
      .catch(() => {})
  server.close()
  expect(server.commands.filter((c) => c.startsWith('RCPT TO:<victim@'))).toEqual([])
})

test('SMTP: wrong credentials do not pass by waiting; no server, no TLS and silence do not hang', async () => {
  const refusing = mailServer(true)
  const port = await listen(refusing)
  await expect(smtp(settings(port)).send(mail, AbortSignal.timeout(4000))).rejects.toMatchObject({ isPassing: false })
  const commands = refusing.commands.length
  await expect(smtp({ ...settings(port), security: 'starttls' }).send(mail, AbortSignal.timeout(4000))).rejects.toThrow()
  expect(refusing.commands.slice(commands).some((c) => c.startsWith('AUTH'))).toBe(false)
  refusing.close()
  const silent = createTcpServer(() => {})
  await expect(smtp({ ...settings(await listen(silent)), timeout: 1 }).send(mail, AbortSignal.timeout(4000))).rejects.toMatchObject({
    isPassing: true,
  })
  silent.close()
  await expect(smtp(settings(1)).send(mail, AbortSignal.timeout(4000))).rejects.toMatchObject({ isPassing: true })
})
