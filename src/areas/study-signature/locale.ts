import { defineLocale } from '#kernel'
import { studySignature } from './index.ts'

export default defineLocale(studySignature, {
  'zh-cn': {
    title: '电子签名',
    one: '签名',
    none: '还没有冻结过的研究',
    remark: '研究冻结后计算全部数据的摘要，由主要研究者再次输入密码签名；签名后再计算一次，一致才能锁定。解除冻结或锁定，签名随即作废。',
    fields: {
      study: '研究',
      title: '对象',
      state: '状态',
      hash: '内容摘要（SHA-256）',
      records: '记录数',
      manifest: '按表单的清单',
      meaning: '签名含义',
      by: '签名人',
      signedAt: '签名时间',
      checkedHash: '签名后再算的摘要',
      checkedAt: '核对时间',
      voidedAt: '作废时间',
      voidReason: '作废原因',
    },
    options: { state: { hashing: '正在计算摘要', ready: '等待签名', signed: '已签名', void: '已作废' } },
    actions: { sign: '签名' },
    inputs: { meaning: '签名含义', proof: '凭证' },
    errors: {
      notPi: '只有团队中的主要研究者可以签名',
      notReady: '摘要还没有算好，或已经签过名',
      proof: '身份验证已过期或已用过，请重新输入密码',
    },
  },
  en: {
    title: 'Signatures',
    one: 'signature',
    none: 'No study has been frozen yet',
    remark:
      'When a study is frozen, the hash of all its data is computed and signed by the principal investigator with the password again; computed once more afterwards, it must be the same before the study is locked. Opening the study makes the signature void.',
    fields: {
      study: 'Study',
      title: 'What',
      state: 'State',
      hash: 'Content hash (SHA-256)',
      records: 'Records',
      manifest: 'By form',
      meaning: 'Meaning',
      by: 'Signed by',
      signedAt: 'Signed at',
      checkedHash: 'Hash after signing',
      checkedAt: 'Checked at',
      voidedAt: 'Void since',
      voidReason: 'Why void',
    },
    options: { state: { hashing: 'Computing the hash', ready: 'Waits for a signature', signed: 'Signed', void: 'Void' } },
    actions: { sign: 'Sign' },
    inputs: { meaning: 'Meaning', proof: 'Proof' },
    errors: {
      notPi: 'Only a principal investigator of the team signs',
      notReady: 'The hash is not ready yet, or it is signed already',
      proof: 'The proof of identity has expired or was used; enter the password again',
    },
  },
})
