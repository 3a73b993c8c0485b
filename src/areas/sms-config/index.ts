import { defineResource, f } from '#kernel'

const key = <const G extends string>(gateway: G) => ({ max: 200, required: true, when: { gateways: [gateway] } }) as const
const secret = <const G extends string>(gateway: G) => ({ ...key(gateway), secret: true }) as const

export const smsConfig = defineResource('sms.config', {
  menu: { group: 'message', icon: 'settings-2', order: 10 },
  label: 'strategy',
  fields: {
    status: f.switch({ default: true }),
    timeout: f.integer({ min: 1, max: 30, unit: 's', default: 5 }),
    strategy: f.radio({ options: ['sequential', 'random'], default: 'sequential' }),
    gateways: f.checkbox({ options: ['aliyun', 'tencent', 'qiniu', 'yunpian'] }),
    aliyunAccessKeyId: f.string(key('aliyun')),
    aliyunAccessKeySecret: f.string(secret('aliyun')),
    aliyunSignName: f.string(key('aliyun')),
    tencentSecretId: f.string(key('tencent')),
    tencentSecretKey: f.string(secret('tencent')),
    tencentSdkAppId: f.string(key('tencent')),
    tencentSignName: f.string(key('tencent')),
    tencentRegion: f.string({ ...key('tencent'), default: 'ap-guangzhou' }),
    qiniuAccessKey: f.string(key('qiniu')),
    qiniuSecretKey: f.string(secret('qiniu')),
    yunpianApiKey: f.string(secret('yunpian')),
    yunpianSignName: f.string(key('yunpian')),
  },
  traits: ['timestamps', 'singleton', 'audited'],
  actions: {
    test: {
      on: 'row',
      icon: 'send',
      input: {
        template: f.ref('sms.template', { label: 'title', required: true }),
        mobile: f.string({ required: true, pattern: 'mobile', max: 11 }),
      },
    },
  },
  list: { columns: ['status', 'gateways', 'strategy', 'timeout', 'updatedAt'] },
  form: [
    { section: 'base', rows: ['status', ['timeout', 'strategy'], 'gateways'] },
    { section: 'aliyun', rows: [['aliyunAccessKeyId', 'aliyunAccessKeySecret'], 'aliyunSignName'] },
    {
      section: 'tencent',
      rows: [['tencentSecretId', 'tencentSecretKey'], ['tencentSdkAppId', 'tencentSignName'], 'tencentRegion'],
    },
    { section: 'qiniu', rows: [['qiniuAccessKey', 'qiniuSecretKey']] },
    { section: 'yunpian', rows: [['yunpianApiKey', 'yunpianSignName']] },
  ],
})
