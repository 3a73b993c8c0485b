import { defineLocale } from '#kernel'
import { routineAttachment } from './index.ts'

export default defineLocale(routineAttachment, {
  'zh-cn': {
    title: '附件',
    remark: '所有上传的文件。内容相同的文件只保存一份；仍被记录使用的文件不能删除。',
    fields: {
      name: '原始名称',
      url: '预览',
      size: '大小',
      mimetype: '类型',
      suffix: '后缀',
      quote: '上传（引用）次数',
      lastUploadAt: '最后上传时间',
      topic: '分类',
      admin: '上传管理员',
      user: '上传会员',
      width: '宽',
      height: '高',
      sha256: 'SHA-256',
      storage: '存储方式',
    },
    errors: { badName: '文件名含有不允许的字符，或改变了后缀' },
  },
  en: {
    title: 'Attachments',
    remark: 'Every uploaded file. Equal content is kept once; a file that a record still uses cannot be deleted.',
    fields: {
      name: 'Original name',
      url: 'Preview',
      size: 'Size',
      mimetype: 'Type',
      suffix: 'Suffix',
      quote: 'Upload (reference) count',
      lastUploadAt: 'Last upload',
      topic: 'Topic',
      admin: 'Uploading admin',
      user: 'Uploading member',
      width: 'Width',
      height: 'Height',
      sha256: 'SHA-256',
      storage: 'Storage',
    },
    errors: { badName: 'The name holds characters that are not allowed, or changes the suffix' },
  },
})
