import { defineLocale } from '#kernel'
import { smsConfig } from './index.ts'

export default defineLocale(smsConfig, {
  'zh-cn': {
    title: '短信配置',
    remark: '未启用任何服务商时，短信只进入本地发件箱，不会发出。',
    fields: {
      status: '启用短信',
      timeout: '发送超时（秒）',
      strategy: '发送策略',
      gateways: '启用的服务商',
      aliyunAccessKeyId: '阿里云 AccessKey ID',
      aliyunAccessKeySecret: '阿里云 AccessKey Secret',
      aliyunSignName: '阿里云短信签名',
      tencentSecretId: '腾讯云 SecretId',
      tencentSecretKey: '腾讯云 SecretKey',
      tencentSdkAppId: '腾讯云 SdkAppId',
      tencentSignName: '腾讯云短信签名',
      tencentRegion: '腾讯云地域',
      qiniuAccessKey: '七牛云 AccessKey',
      qiniuSecretKey: '七牛云 SecretKey',
      yunpianApiKey: '云片 APIKEY',
      yunpianSignName: '云片短信签名',
    },
    options: {
      strategy: { sequential: '按顺序', random: '随机' },
      gateways: { aliyun: '阿里云', tencent: '腾讯云', qiniu: '七牛云', yunpian: '云片' },
    },
    actions: { test: '测试发送' },
    inputs: { template: '短信模板', mobile: '手机号码' },
    sections: { base: '基础', aliyun: '阿里云', tencent: '腾讯云', qiniu: '七牛云', yunpian: '云片' },
    help: {
      gateways: '前一个失败时换下一个；启用前请填好其全部参数',
    },
  },
  en: {
    title: 'SMS configuration',
    remark: 'While no gateway is enabled, messages go to the local outbox only and never leave this system.',
    fields: {
      status: 'SMS enabled',
      timeout: 'Timeout (s)',
      strategy: 'Strategy',
      gateways: 'Enabled gateways',
      aliyunAccessKeyId: 'Aliyun access key id',
      aliyunAccessKeySecret: 'Aliyun access key secret',
      aliyunSignName: 'Aliyun signature',
      tencentSecretId: 'Tencent secret id',
      tencentSecretKey: 'Tencent secret key',
      tencentSdkAppId: 'Tencent SDK app id',
      tencentSignName: 'Tencent signature',
      tencentRegion: 'Tencent region',
      qiniuAccessKey: 'Qiniu access key',
      qiniuSecretKey: 'Qiniu secret key',
      yunpianApiKey: 'Yunpian API key',
      yunpianSignName: 'Yunpian signature',
    },
    options: {
      strategy: { sequential: 'In order', random: 'At random' },
      gateways: { aliyun: 'Aliyun', tencent: 'Tencent', qiniu: 'Qiniu', yunpian: 'Yunpian' },
    },
    actions: { test: 'Send a test SMS' },
    inputs: { template: 'Template', mobile: 'Mobile number' },
    sections: { base: 'General', aliyun: 'Aliyun', tencent: 'Tencent', qiniu: 'Qiniu', yunpian: 'Yunpian' },
    help: {
      gateways: 'When one fails the next is tried; fill in all of its values before enabling it',
    },
  },
})
