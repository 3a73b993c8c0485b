import type { Words } from '#kernel'
import { serve } from '#server'
import { messageFailed } from '#server/message/notification.ts'
import { messageOutbox } from '../index.ts'

const words = (zh: string, en: string): Words => ({ 'zh-cn': zh, en })
/** What stands in the table is a code; people read and search what it means. A purpose of somebody's own template stays as it was named. */
const MEANINGS: Record<string, Record<string, Words>> = {
  purpose: {
    test: words('测试发送', 'Test'),
    user_register: words('会员注册', 'Registration'),
    user_retrieve_pwd: words('找回密码', 'Password retrieval'),
    user_change_email: words('更换邮箱', 'Change of email'),
    user_email_verify: words('验证邮箱', 'Proof of email'),
    user_change_mobile: words('更换手机', 'Change of mobile'),
    qc_report: words('质控报告', 'QC report'),
    study_invitation: words('研究邀请', 'Invitation to a study'),
    user_mobile_verify: words('验证手机', 'Proof of mobile'),
    session_reuse: words('登录异常提醒', 'Warning about a session'),
  },
  provider: {
    local: words('本地发件箱', 'Local outbox'),
    smtp: words('SMTP 服务器', 'SMTP server'),
    aliyun: words('阿里云', 'Aliyun'),
    tencent: words('腾讯云', 'Tencent'),
    qiniu: words('七牛云', 'Qiniu'),
    yunpian: words('云片', 'Yunpian'),
  },
}

export default serve(messageOutbox, {
  notifications: [messageFailed],
  valuesMatching: ({ language }, field, text) =>
    Object.entries(MEANINGS[field] ?? {}).flatMap(([code, meaning]) => (meaning[language].toLowerCase().includes(text) ? [code] : [])),
  show: ({ language }, row) => {
    const meanings = Object.entries(MEANINGS).flatMap(([field, codes]) => {
      const meaning = codes[String(row[field])]
      return meaning ? [[field, meaning[language]]] : []
    })
    return { ...row, _labels: { ...(row['_labels'] as object), ...Object.fromEntries(meanings) } }
  },
})
