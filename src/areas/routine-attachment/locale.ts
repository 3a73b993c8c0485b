import { defineLocale } from '#kernel'
import { routineAttachment } from './index.ts'

export default defineLocale(routineAttachment, {
  'zh-cn': {
    title: '附件',
    remark: '所有上传的文件，可查看此页的人可以打开其中的文件。内容相同的文件只保存一份；仍被记录使用的文件不能删除。',
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
      visibility: '谁可以查看',
    },
    options: { visibility: { place: '按所在的字段', public: '所有人，无需登录', private: '仅有权限的人' } },
    actions: { publish: '设置谁可以查看', sweep: '清理未使用', sweepEffect: '预估清理' },
    inputs: { visibility: '谁可以查看', days: '至少多少天没有再次上传' },
    errors: { badName: '文件名含有不允许的字符，或改变了后缀', picturesOnly: '只有图片可以公开，“{name}”不是图片' },
  },
  en: {
    title: 'Attachments',
    remark:
      'Every uploaded file; whoever sees one here may open it. Identical content is stored once; a file that a record still uses cannot be deleted.',
    fields: {
      name: 'Original name',
      url: 'Preview',
      size: 'Size',
      mimetype: 'Type',
      suffix: 'Suffix',
      quote: 'Upload (reference) count',
      lastUploadAt: 'Last upload',
      topic: 'Topic',
      admin: 'Uploaded by (admin)',
      user: 'Uploaded by (member)',
      width: 'Width',
      height: 'Height',
      sha256: 'SHA-256',
      storage: 'Storage',
      visibility: 'Who may see it',
    },
    options: {
      visibility: { place: 'As its field decides', public: 'Everybody, without signing in', private: 'Only people with the right to it' },
    },
    actions: { publish: 'Who may see it', sweep: 'Remove unused', sweepEffect: 'Estimate' },
    inputs: { visibility: 'Who may see it', days: 'Not uploaded again for this many days' },
    errors: {
      badName: 'The name holds characters that are not allowed, or changes the suffix',
      picturesOnly: 'Only pictures can be public; “{name}” is not one',
    },
  },
})
