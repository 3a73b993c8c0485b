import { defineResource, f } from '#kernel'

const key = { max: 200 } as const

export const smsConfig = defineResource('sms.config', {
  menu: { group: 'message', icon: 'settings-2', order: 10 },
  label: 'strategy',
  fields: {
    status: f.switch({ default: true }),
    timeout: f.integer({ min: 1, max: 30, unit: 's', default: 5 }),
    strategy: f.radio({ options: ['sequential', 'random'], default: 'sequential' }),
    gateways: f.checkbox({ options: ['aliyun', 'tencent', 'qiniu', 'yunpian'] }),
    aliyunAccessKeyId: f.string(key),
    aliyunAccessKeySecret: f.string(key),
    aliyunSignName: f.string(key),
    tencentSecretId: f.string(key),
    tencentSecretKey: f.string(key),
    tencentSdkAppId: f.string(key),
    tencentSignName: f.string(key),
    tencentRegion: f.string({ ...key, default: 'ap-guangzhou' }),
    qiniuAccessKey: f.string(key),
    qiniuSecretKey: f.string(key),
    yunpianApiKey: f.string(key),
    yunpianSignName: f.string(key),
  },
  traits: ['timestamps', 'singleton', 'audited'],
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
