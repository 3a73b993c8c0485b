/** The names that follow from one: `sms.template` → rule base `sms/template`, table `sms_template`, folder `sms-template`. */
export const ruleBase = (name: string): string => name.replaceAll('.', '/')
export const ruleOf = (name: string, action: string): string => `${ruleBase(name)}/${action}`
export const snake = (name: string): string => name.replaceAll('.', '_').replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)
/** `auth.adminLog` and its address `auth/adminLog` both live in the folder `auth-admin-log`. */
export const folderOf = (name: string): string => snake(name.replaceAll('/', '.')).replaceAll('_', '-')
