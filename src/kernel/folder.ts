/** `auth.adminLog` and its address `auth/adminLog` both live in the folder `auth-admin-log`. */
export const folderOf = (name: string): string => name.replaceAll(/[./]/g, '-').replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)
