import { defineLocale } from '#kernel'
import { securitySensitive } from './index.ts'

export default defineLocale(securitySensitive, {
  'zh-cn': {
    title: '敏感字段规则',
    remark: '对字段进行监视（记录每次变更的前后值）或脱敏（列表、导出、选择、历史和日志中都只显示掩码）。立即生效。',
    fields: {
      title: '规则名称',
      resource: '对象',
      field: '字段',
      watch: '监视变更',
      mask: '脱敏',
      groups: '可查看明文的角色组',
      status: '启用',
      remark: '备注',
    },
    help: {
      watch: '每次变更的前后值进入“敏感数据变更”',
      mask: '没有查看权限的人只看到 ••••••',
      groups: '拥有该对象“查看敏感信息”权限的人也可以',
    },
  },
  en: {
    title: 'Sensitive fields',
    one: 'rule for a sensitive field',
    remark:
      'Watch a field (every change with before and after) or mask it in lists, exports, pickers, histories and logs. This takes effect at once.',
    fields: {
      title: 'Rule',
      resource: 'Record type',
      field: 'Field',
      watch: 'Watch changes',
      mask: 'Mask',
      groups: 'Groups that see the value',
      status: 'Enabled',
      remark: 'Remark',
    },
    help: {
      watch: 'Every change goes to “Sensitive changes” with before and after',
      mask: 'People who may not see it read ••••••',
      groups: 'Besides those who hold the right “reveal” for the resource',
    },
  },
})
